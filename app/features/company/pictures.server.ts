import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

const MOST_BYTES = 10 * 1024 * 1024
const MOST_PIXELS = 60_000_000

/** Keeps a picture of a location: judged by its content, re-encoded without metadata, stored with the rights of the caller. */
export async function addPicture(
	client: Client,
	locationId: string,
	file: unknown,
	alt: string,
): Promise<{ error: CodedError | null }> {
	const refuse = { error: { code: 'image_invalid' } }
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return refuse
	const input = sharp(Buffer.from(await file.arrayBuffer()), { limitInputPixels: MOST_PIXELS })
	const made = await input
		.rotate()
		.resize(2000, 2000, { fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 82 })
		.toBuffer({ resolveWithObject: true })
		.catch(() => undefined)
	if (!made) return refuse
	const { dominant } = await sharp(made.data).stats()
	const hex = (part: number): string => part.toString(16).padStart(2, '0')
	const path = `${locationId}/${randomUUID()}.webp`
	const bucket = client.storage.from('location-images')
	const { error } = await bucket.upload(path, made.data, { contentType: 'image/webp' })
	if (error) return { error: { code: 'unexpected', message: error.message } }
	const last = await client
		.from('location_images')
		.select('position')
		.eq('location_id', locationId)
		.order('position', { ascending: false })
		.limit(1)
		.maybeSingle()
	const saved = await client.from('location_images').insert({
		location_id: locationId,
		path,
		alt: alt.slice(0, 200),
		width: made.info.width,
		height: made.info.height,
		color: `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`,
		position: (last.data?.position ?? 0) + 1,
	})
	if (saved.error) await bucket.remove([path])
	return saved
}

/** Removes a picture, its row first. */
export async function removePicture(
	client: Client,
	locationId: string,
	id: string,
): Promise<{ error: CodedError | null }> {
	const { data, error } = await client
		.from('location_images')
		.delete()
		.eq('id', id)
		.eq('location_id', locationId)
		.select('path')
		.maybeSingle()
	if (data) await client.storage.from('location-images').remove([data.path])
	return { error }
}
