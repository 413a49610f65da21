import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Writes down which offers are over and gives back their times; whoever asks knows it before. @returns how many */
export async function expireOffers(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('expire_offers', { p_limit: 200 }))
}
