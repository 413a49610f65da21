import { submitEdit } from '#app/features/shell/edit.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { CHARTS } from './accounts.ts'
import { bookkeepingSchema } from './bookkeeping.form.ts'
import { BOOKKEEPING_LABELS, type BookkeepingSettings, bookkeepingTyped, MONTHS } from './bookkeeping.ts'

/** The settings of a company of which the caller is an owner; null before the first time. */
export async function loadBookkeeping(
	client: Client,
	company: string,
): Promise<(BookkeepingSettings & { updated_at: string }) | null> {
	const kept = invariantData(
		await client
			.from('bookkeeping_settings')
			.select(
				'chart, consultant, client, year_begins, provider_balance, prepaid, refunds_due, revenue, fee_income, provider_fee, disputed, bank, voucher_liability, updated_at',
			)
			.eq('company_id', company)
			.maybeSingle(),
	)
	return kept && { ...kept, chart: kept.chart === '04' ? '04' : '03' }
}

/** Saves them; the database lets owners only. */
export function saveBookkeeping(client: Client, company: string, form: FormData) {
	return submitEdit(form, {
		...{ schema: bookkeepingSchema, back: adminPaths.bookkeeping(), labels: BOOKKEEPING_LABELS },
		words: (name, text) => {
			if (name === 'chart') return text === '04' ? CHARTS['04'] : CHARTS['03']
			return name === 'year_begins' ? MONTHS[Number(text) - 1] : undefined
		},
		load: async () => {
			const kept = await loadBookkeeping(client, company)
			return { typed: bookkeepingTyped(kept), version: kept?.updated_at ?? '' }
		},
		save: async (typed, version) => {
			const { data, error } =
				version === ''
					? await client
							.from('bookkeeping_settings')
							.insert({ ...typed, company_id: company })
							.select('company_id')
					: await client
							.from('bookkeeping_settings')
							.update(typed)
							.eq('company_id', company)
							.eq('updated_at', version)
							.select('company_id')
			// Another owner was first.
			if (error?.code === '23505') return null
			return error || data.length > 0 ? { error } : null
		},
	})
}
