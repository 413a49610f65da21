import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { dropFiles, keepFile, makePortrait, MOST_BYTES, SHOWN } from './picture-files.server.ts'

type Person = { location: string; id: string }

/**
 * Gives a person of the team the photo that was sent, checked by its content and re-encoded without metadata, or none; the old file goes.
 * When somebody else has changed it since the form was shown, theirs stays: `wrong_state`.
 */
export async function changePortrait(
	client: Client,
	person: Person,
	form: FormData,
): Promise<{ error: CodedError | null }> {
	const [file, before] = [form.get('file'), textOf(form, 'portrait')]
	form.delete('file')
	if (form.get('intent') === 'remove-portrait') return keepPortrait(client, person, before, '')
	const refuse = { error: { code: 'image_invalid' } }
	if (!(file instanceof File) || file.size === 0 || file.size > MOST_BYTES) return refuse
	const portrait = await makePortrait(Buffer.from(await file.arrayBuffer())).catch(() => undefined)
	if (!portrait) return refuse
	const kept = await keepFile(client, SHOWN, person.location, portrait)
	return kept.error ? kept : keepPortrait(client, person, before, kept.path)
}

async function keepPortrait(client: Client, { location, id }: Person, before: string, path: string) {
	const { data, error } = await client
		.from('employees')
		.update({ image_path: path })
		.eq('id', id)
		.eq('location_id', location)
		.eq('image_path', before)
		.select('id')
	const done = data?.length === 1
	await dropFiles(client, (done ? before : path) || null, null)
	return { error: done ? null : (error ?? { code: 'wrong_state' }) }
}
