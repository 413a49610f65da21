import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

const BATCH = 100

/** Compares customers that are new or changed with the others. @returns how many if more are waiting, otherwise 0 */
export async function compareCustomers(services: AppServices): Promise<number> {
	const done = invariantData(await serverClient(services).rpc('compare_customers', { p_limit: BATCH }))
	return done < BATCH ? 0 : done
}
