import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'

type Company = { id: string }

/** The oldest wishes of people without an account to be erased that nobody has answered yet; at most fifty. Only managers get any. */
export async function loadDemands(client: Client, company: Company, customer?: string) {
	const open = client
		.from('erasure_demands')
		.select('id, customer_id, email, asked_at, customers(name)')
		.eq('company_id', company.id)
		.is('declined_at', null)
		.order('asked_at')
		.order('id')
		.limit(50)
	return invariantData(await (customer ? open.eq('customer_id', customer) : open))
}
export type Demand = Awaited<ReturnType<typeof loadDemands>>[number]

/** Says no; the person reads the reason. */
export const declineErasure = (client: Client, company: Company, id: string, reason: string) =>
	client.rpc('decline_erasure', { p_company: company.id, p_demand: id, p_reason: reason })
