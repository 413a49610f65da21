import sharp from 'sharp'
import { makeSource } from '#app/features/pictures/picture-files.server.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { announcedFileContract, openedFileContract } from './customers.contracts.ts'
import { fileName, FILES, MOST_BYTES } from './files.ts'

type Place = { p_company: string; p_customer: string }

const LARGEST_PICTURE = 60_000_000

/** What a form sent, as it is kept: a photo upright and without metadata, or a PDF as it is; undefined for anything else. */
async function readContents(
	file: File,
): Promise<{ type: 'image/webp' | 'application/pdf'; contents: Buffer } | undefined> {
	const sent = Buffer.from(await file.arrayBuffer())
	if (sent.subarray(0, 5).toString('latin1') === '%PDF-') return { type: 'application/pdf', contents: sent }
	const meta = await sharp(sent, { limitInputPixels: LARGEST_PICTURE })
		.metadata()
		.catch(() => undefined)
	if (!meta || meta.format === 'svg') return undefined
	const contents = await makeSource(sent).catch(() => undefined)
	return contents && { type: 'image/webp', contents }
}

/**
 * Keeps the file that was sent at the card. The database says first whether and where; its contents go there with the rights of the
 * server, and only then it is shown.
 */
export async function addFile(client: Client, server: Client, place: Place, form: FormData): Promise<Result> {
	const file = form.get('file')
	form.delete('file')
	const wrong = (code: string): Result => ({ error: null, fields: { file: [errorMessage(code)] } })
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return wrong('file_invalid')
	const read = await readContents(file)
	if (!read || read.contents.length > MOST_BYTES) return wrong('file_invalid')
	const { type, contents } = read
	const announced = await call(client, 'add_customer_file', announcedFileContract, {
		...{ ...place, p_name: fileName(textOf(form, 'name'), file.name), p_type: type, p_bytes: contents.length },
		p_health: form.get('health') === 'on',
	})
	if (announced.error)
		return errorCode(announced.error) === 'too_many_files' ? wrong('too_many_files') : { error: announced.error }
	const { error } = await server.storage.from(FILES).upload(announced.data.path, contents, { contentType: type })
	if (error) return { error: { code: 'unexpected', message: error.message } }
	const stored = await client.rpc('customer_file_stored', { ...place, p_id: announced.data.id })
	// The card may have gone meanwhile, and whoever removed its files has not seen this one.
	if (stored.error) await server.storage.from(FILES).remove([announced.data.path])
	return stored
}

/** Removes a file from the card; its contents follow. */
export async function removeFile(client: Client, server: Client, place: Place, id: string): Promise<Result> {
	const { error } = await client.rpc('remove_customer_file', { ...place, p_id: id })
	if (!error) await dropRemovedFiles(server).catch(() => 0)
	return { error }
}

/** A file of the card for its reader, as it comes out of storage; null when there is none. */
export async function openFile(client: Client, server: Client, place: Place, id: string) {
	const { data } = await call(client, 'open_customer_file', openedFileContract, { ...place, p_id: id })
	if (!data) return null
	const { data: contents } = await server.storage.from(FILES).download(data.path).asStream()
	return contents ? { ...data, contents } : null
}

/** Removes contents whose rows are gone. @returns how many */
export async function dropRemovedFiles(server: Client): Promise<number> {
	const { data: paths, error } = await server.rpc('files_to_remove')
	if (error) throw error
	if (paths.length === 0) return 0
	const removed = await server.storage.from(FILES).remove(paths)
	if (removed.error) throw removed.error
	const noted = await server.rpc('files_removed', { p_paths: paths })
	if (noted.error) throw noted.error
	return paths.length
}
