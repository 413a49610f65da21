import { ticksInWords } from '#app/features/shell/edit.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { COMPANY } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { COMPANY_LABELS, companyTyped } from './company.edit.ts'
import { companySchema } from './company.form.ts'

/** Saves the data of a company and its imprint; the database lets owners only. */
export function saveCompany(client: Client, { id }: { id: string }, form: FormData) {
	return submitEdit(form, {
		...{ schema: companySchema, back: adminPaths.company(), labels: COMPANY_LABELS },
		words: ticksInWords('small_business'),
		load: async () => {
			const { updated_at, ...row } = invariantData(
				await client.from('companies').select(`${COMPANY}, updated_at`).eq('id', id).single(),
			)
			return { typed: companyTyped(row), version: updated_at }
		},
		save: async (value, version) => {
			const { data, error } = await client
				.from('companies')
				.update(value)
				.eq('id', id)
				.eq('updated_at', version)
				.select('id')
			return error || data.length > 0 ? { error } : null
		},
	})
}
