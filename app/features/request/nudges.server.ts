import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Mails customers what has become of their search orders, and closes those that nobody answers for; the number of orders. */
export async function nudgeOrders(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('nudge_orders', { p_limit: 100 }))
}
