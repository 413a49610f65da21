import type { Client } from '#app/lib/supabase.server.ts'
import { onePage } from '#app/lib/whole-answers.ts'
import { type LookFilters, LOOKS_PAGE } from './looks.ts'

/** One page of who of the company looked at which card, the latest first, and how many looks there are; for owners, others get none. */
export async function loadCompanyLooks(client: Client, company: { id: string }, { who, what, page }: LookFilters) {
	return onePage(
		(from, to) => {
			const all = client
				.from('customer_looks')
				.select('id, at, who, what, customer:customers!inner(id, name)', { count: 'exact' })
				.eq('company_id', company.id)
			const some = what ? all.eq('what', what) : all
			const found = who ? some.ilike('who', `%${who.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : some
			return found.order('at', { ascending: false }).order('id', { ascending: false }).range(from, to)
		},
		page,
		LOOKS_PAGE,
	)
}
export type CompanyLook = Awaited<ReturnType<typeof loadCompanyLooks>>['rows'][number]
