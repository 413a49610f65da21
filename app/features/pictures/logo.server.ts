import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { dropFiles, keepFile, makeLogo, MOST_BYTES, SHOWN } from './picture-files.server.ts'

/**
 * Gives a location the logo that was sent, checked by its content and re-encoded without metadata, or none; the old file goes. When
 * somebody else has changed it since the form was shown, theirs stays: `wrong_state`.
 */
export async function changeLogo(
	client: Client,
	locationId: string,
	form: FormData,
): Promise<{ error: CodedError | null }> {
	const [file, before] = [form.get('file'), textOf(form, 'logo')]
	form.delete('file')
	if (form.get('intent') === 'remove-logo') return keepLogo(client, locationId, before, '')
	const refuse = { error: { code: 'image_invalid' } }
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return refuse
	const logo = await makeLogo(Buffer.from(await file.arrayBuffer())).catch(() => undefined)
	if (!logo) return refuse
	const kept = await keepFile(client, SHOWN, locationId, logo, 'png')
	return kept.error ? kept : keepLogo(client, locationId, before, kept.path)
}

async function keepLogo(client: Client, locationId: string, before: string, path: string) {
	const { data, error } = await client
		.from('locations')
		.update({ logo_path: path })
		.eq('id', locationId)
		.eq('logo_path', before)
		.select('id')
	const done = data?.length === 1
	await dropFiles(client, (done ? before : path) || null, null)
	return { error: done ? null : (error ?? { code: 'wrong_state' }) }
}
