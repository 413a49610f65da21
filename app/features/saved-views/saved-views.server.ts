import { z } from 'zod'
import type { MemberContext } from '#app/features/shell/admin-context.server.ts'
import { type Result, submit } from '#app/features/shell/commands.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { ticked } from '#app/lib/fields.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'

/** Lists that have saved views; the table names the same ones. */
export type ListName = 'appointments' | 'customers'

type Member = Pick<MemberContext, 'client'> & { companyId: string }
export type StoredView = { id: string; name: string; query: string; is_default: boolean }

/** The member's saved views of a list, by name; the database allows twenty. */
export async function loadSavedViews({ client, companyId }: Member, list: ListName): Promise<StoredView[]> {
	return invariantData(
		await client
			.from('saved_views')
			.select('id, name, query, is_default')
			.eq('company_id', companyId)
			.eq('list', list)
			.order('name')
			.limit(20),
	)
}

const name = z
	.string({ error: 'Bitte geben Sie der Ansicht einen Namen.' })
	.trim()
	.min(1, 'Bitte geben Sie der Ansicht einen Namen.')
	.max(60, 'Der Name darf höchstens 60 Zeichen lang sein.')
const query = z.string().max(600, 'Diese Auswahl ist zu lang, um sie zu speichern.').default('')
const saveSchema = z.object({ name, query, default: ticked })
const changeSchema = z.object({ id: z.uuid(), default: z.preprocess((typed) => typed || undefined, ticked) })
const deleteSchema = z.object({ id: z.uuid() })

/** Whether a form is about saved views, whichever list it stands above. */
export const isAboutViews = (form: FormData): boolean => /^(save|default|delete)-view$/.test(textOf(form, 'intent'))

/** Keeps, changes or deletes a view. @param back address of the list afterwards, given what was saved */
export function changeSavedViews({ client, companyId }: Member, list: ListName, form: FormData, back: string) {
	switch (form.get('intent')) {
		case 'save-view':
			return submit(form, saveSchema, back, async (view): Promise<Result> => {
				const { error } = await client.rpc('save_view', {
					...{ p_company: companyId, p_list: list, p_name: view.name },
					...{ p_query: view.query, p_default: view.default },
				})
				return error?.message === 'view_name_taken'
					? { error: null, fields: { name: [errorMessage(error)] } }
					: { error }
			})
		case 'default-view':
			return submit(form, changeSchema, back, (view) =>
				client.rpc('set_default_view', { p_view: view.id, p_default: view.default }),
			)
		default:
			return submit(form, deleteSchema, back, ({ id }) => client.rpc('delete_view', { p_view: id }))
	}
}
