import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/**
 * Returns unanswered proposals to the business, ends expired holds and unanswered requests (only for tidiness, because expired holds never
 * block), completes bookings that ended more than a day ago, and ends search orders whose time is over.
 */
export async function tidyAppointments(services: AppServices): Promise<number> {
	invariantData(await serverClient(services).rpc('return_proposals', { p_limit: 500 }))
	invariantData(await serverClient(services).rpc('expire_holds', { p_limit: 500 }))
	invariantData(await serverClient(services).rpc('complete_past', { p_limit: 500 }))
	invariantData(await serverClient(services).rpc('expire_search_orders', { p_limit: 200 }))
	return 0
}
