import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { batchContract, keptFactsContract } from './customers.contracts.ts'

const BATCH = 500

/**
 * Brings the facts of customers up to date whose appointments have changed. @returns how many changes there were if more wait, else 0:
 * beside a long transaction the latest come again each time, and must not be asked for without a pause.
 */
export async function keepCustomerFacts(services: AppServices): Promise<number> {
	const kept = invariantData(
		await call(serverClient(services), 'keep_customer_facts', keptFactsContract, { p_limit: BATCH }),
	)
	// Changes of before the first call, or of before a restore, are not in the feed.
	if (kept.reset) await computeAll(services)
	return kept.done < BATCH ? 0 : kept.done
}

/** Once a night computes the facts of all customers anew. Called every hour. */
export async function checkCustomerFacts(services: AppServices): Promise<number> {
	if (isQuietHour()) await computeAll(services)
	return 0
}

async function computeAll(services: AppServices): Promise<void> {
	const client = serverClient(services)
	let after: string | undefined
	do {
		const wish = { p_after: after, p_limit: BATCH }
		const computed = invariantData(await call(client, 'compute_all_customer_facts', batchContract, wish))
		after = computed.last ?? undefined
	} while (after)
}
