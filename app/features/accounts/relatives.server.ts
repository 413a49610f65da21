import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

export type Relative = { id: string; name: string; birth_year: number | null }

/** For whom the signed-in person books, the first one kept first. */
export async function loadRelatives(client: Client): Promise<Relative[]> {
	return invariantData(
		await client.from('relatives').select('id, name, birth_year').order('created_at').order('id').limit(10),
	)
}

/** Keeps somebody, or removes them. */
export async function changeRelatives(context: Readonly<RouterContextProvider>, request: Request, path: string) {
	const { client } = requireUser(context)
	const form = await readForm(request)
	const typed = { name: textOf(form, 'name'), year: textOf(form, 'year').trim() }
	if (textOf(form, 'intent') === 'drop') {
		const id = textOf(form, 'id')
		if (isUuid(id)) invariantData({ data: true, error: (await client.rpc('drop_relative', { p_id: id })).error })
		return redirect(`${path}?gespeichert=entfernt`, { status: 303 })
	}
	const refuse = (field: 'name' | 'year', message: string) =>
		data({ ...typed, errors: { [field]: message } }, { status: 400 })
	if (typed.year && !/^\d{4}$/.test(typed.year)) return refuse('year', errorMessage('birth_year_invalid'))
	const { error } = await client.rpc('save_relative', {
		p_name: typed.name,
		...(typed.year ? { p_birth_year: Number(typed.year) } : {}),
	})
	if (error) return refuse(error.message.startsWith('birth') ? 'year' : 'name', errorMessage(error))
	return redirect(`${path}?gespeichert=ja`, { status: 303 })
}
