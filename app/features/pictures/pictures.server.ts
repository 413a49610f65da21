import sharp from 'sharp'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { WHOLE_PICTURE } from '#app/ui/picture-sizes.ts'
import { type Crop, type CropWish, partOf, readCrop, WHOLE } from './crop.ts'
import { dropFiles, keepFile, makeShown, makeSource, SHOWN, SOURCES } from './picture-files.server.ts'

type Outcome = Promise<{ error: CodedError | null }>

const MOST_BYTES = 10 * 1024 * 1024
const GONE = { error: { code: 'picture_not_found' } }

/**
 * Stores a picture of a location: checked by its content, re-encoded without metadata, and saved with the caller's rights.
 * Two files are kept: the whole picture, and the part that is shown, which is all of it at first.
 */
export async function addPicture(client: Client, locationId: string, file: unknown, alt: string): Outcome {
	const refuse = { error: { code: 'image_invalid' } }
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return refuse
	const source = await makeSource(Buffer.from(await file.arrayBuffer())).catch(() => undefined)
	if (!source) return refuse
	const shown = await makeShown(source, null)
	const [whole, kept] = await Promise.all([
		keepFile(client, SOURCES, locationId, source),
		keepFile(client, SHOWN, locationId, shown.data),
	])
	if (whole.error || kept.error) {
		await dropFiles(client, kept.path, whole.path)
		return { error: whole.error ?? kept.error }
	}
	const last = await client
		.from('location_images')
		.select('position')
		.eq('location_id', locationId)
		.order('position', { ascending: false })
		.limit(1)
		.maybeSingle()
	const saved = await client.from('location_images').insert({
		location_id: locationId,
		path: kept.path,
		source_path: whole.path,
		alt: alt.slice(0, 200),
		...shown.columns,
		position: (last.data?.position ?? 0) + 1,
	})
	if (saved.error) await dropFiles(client, kept.path, whole.path)
	return saved
}

/** Saves the description of a picture. */
export async function describePicture(client: Client, locationId: string, id: string, alt: string): Outcome {
	const { data, error } = await client
		.from('location_images')
		.update({ alt })
		.eq('id', id)
		.eq('location_id', locationId)
		.select('id')
	return (error ?? data.length > 0) ? { error } : GONE
}

/**
 * Shows a part of a picture, or all of it again. The shown file is made anew from the whole picture, which stays; the old one is
 * deleted once nothing points to it. When somebody else changed the picture meanwhile, their change wins: `wrong_state`.
 */
export async function cropPicture(client: Client, locationId: string, id: string, wish: CropWish | undefined): Outcome {
	if (!isUuid(id.toLowerCase())) return GONE
	if (!wish) return { error: { code: 'crop_invalid' } }
	const { row, error } = await filesOf(client, locationId, id)
	if (error) return { error }
	if (!row) return GONE
	if (wish === 'whole' && row.crop_left === null) return { error: null }
	const whole = await loadWhole(client, row)
	if (!whole) return { error: { code: 'unexpected' } }
	const source = Buffer.from(await whole.arrayBuffer())
	const crop = wish === 'whole' ? null : await partWished(source, wish)
	if (crop === undefined) return { error: { code: 'crop_invalid' } }
	const shown = await makeShown(source, crop)
	const kept = await keepFile(client, SHOWN, locationId, shown.data)
	if (kept.error) return kept
	const added = row.source_path ? null : await keepFile(client, SOURCES, locationId, source)
	if (added?.error) {
		await dropFiles(client, kept.path, null)
		return added
	}
	const saved = await client
		.from('location_images')
		.update({
			path: kept.path,
			source_path: added?.path ?? row.source_path,
			...shown.columns,
			crop_left: crop?.left ?? null,
			crop_top: crop?.top ?? null,
			crop_width: crop?.width ?? null,
			crop_height: crop?.height ?? null,
		})
		.eq('id', id)
		.eq('location_id', locationId)
		.eq('path', row.path)
		.select('id')
	const done = saved.data?.length === 1
	await dropFiles(client, done ? row.path : kept.path, done ? null : (added?.path ?? null))
	return done ? { error: null } : { error: saved.error ?? { code: 'wrong_state' } }
}

async function partWished(source: Buffer, wish: Exclude<CropWish, 'whole'>): Promise<Crop | undefined> {
	if (typeof wish === 'object') return wish
	const { width, height } = await sharp(source).metadata()
	return readCrop(partOf(WHOLE, wish, width / height))
}

type Files = { path: string; source_path: string | null }

/** The files of a picture; no row unless the caller may change it. */
async function filesOf(client: Client, locationId: string, id: string) {
	const { data, error } = await client.rpc('picture_files', { p_location: locationId, p_id: id }).maybeSingle()
	return { row: data as (Files & { crop_left: number | null }) | null, error }
}

/** The file of the whole picture: its source file, or the shown file where that is the whole picture. */
async function loadWhole(client: Client, row: Files, transform?: typeof WHOLE_PICTURE): Promise<Blob | undefined> {
	const [bucket, path] = row.source_path ? [SOURCES, row.source_path] : [SHOWN, row.path]
	const { data } = await client.storage.from(bucket).download(path, { transform })
	return data ?? undefined
}

/** The whole picture, scaled for a screen, for somebody who may change it; undefined when there is none. */
export async function wholePicture(client: Client, locationId: string, id: string): Promise<Blob | undefined> {
	if (!isUuid(id.toLowerCase())) return undefined
	const { row } = await filesOf(client, locationId, id)
	return row ? loadWhole(client, row, WHOLE_PICTURE) : undefined
}

/** Removes a picture, its row first. */
export async function removePicture(client: Client, locationId: string, id: string): Outcome {
	const files = await filesOf(client, locationId, id)
	if (files.error) return { error: files.error }
	const { data, error } = await client
		.from('location_images')
		.delete()
		.eq('id', id)
		.eq('location_id', locationId)
		.select('path')
		.maybeSingle()
	if (data) await dropFiles(client, data.path, files.row?.source_path ?? null)
	return { error }
}
