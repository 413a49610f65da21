import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { checkedContract } from './catalogue.contracts.ts'

/** Adds the days that have come within the horizon to the index of free time. @returns the number of locations. */
export async function extendAvailability(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('extend_availability', { p_limit: 20 }))
}

const BATCH = 20

/**
 * Once a night compares the whole index with a fresh computation and corrects differences. Called every hour.
 * @throws Error that names the differences, which are a bug of ours.
 */
export async function checkAvailability(services: AppServices): Promise<number> {
	if (!isQuietHour()) return 0
	const found: object[] = []
	const client = serverClient(services)
	let after: string | undefined
	for (;;) {
		const checked = invariantData(
			await call(client, 'check_availability', checkedContract, { p_after: after, p_limit: BATCH }),
		)
		found.push(...checked.differences)
		if (checked.done < BATCH) break
		after = checked.last ?? undefined
	}
	if (found.length) throw new Error(`The index of free time was wrong: ${JSON.stringify(found.slice(0, 20))}`)
	return 0
}
