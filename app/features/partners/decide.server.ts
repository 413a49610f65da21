import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Decides about referrals that were not looked at today. Returns how many it looked at. */
export async function decideReferrals(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('decide_referrals', { p_limit: 100 }))
}
