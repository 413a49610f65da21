import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { anonymousClient } from '#app/lib/supabase.server.ts'

/** The weights by which the search sorts for relevance, from the same table that the search reads. */
export async function loadRankingWeights(services: AppServices) {
	return invariantData(
		await anonymousClient(services)
			.from('ranking_weights')
			.select('component, name, weight, description, context')
			.order('position'),
	)
}

export type RankingWeight = Awaited<ReturnType<typeof loadRankingWeights>>[number]
