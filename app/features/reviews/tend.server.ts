import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Publishes reviews that were held back long enough, and brings averages up to date with their age. Returns how many there were. */
export async function tendReviews(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('tend_reviews', { p_limit: 200 }))
}
