import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { batchContract, keptFactsContract } from './customers.contracts.ts'

const BATCH = 500

/**
 * Updates the facts of customers whose appointments have changed. @returns the number of changes if more are waiting, otherwise 0.
 * While a long transaction runs, the latest changes come again with each call, so the job must pause then.
 */
export async function keepCustomerFacts(services: AppServices): Promise<number> {
	const kept = invariantData(
		await call(serverClient(services), 'keep_customer_facts', keptFactsContract, { p_limit: BATCH }),
	)
	// Changes made before the first call, or before a restore, are not in the feed.
	if (kept.reset) await computeAll(services)
	return kept.done < BATCH ? 0 : kept.done
}

/** Once a night recomputes the facts of all customers. Called every hour. */
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
