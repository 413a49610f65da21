import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { batchContract } from './customers.contracts.ts'

/** Once a night brings numbers written by programs before 0.4 into the common form. Called every hour. */
export async function normalisePhones(services: AppServices): Promise<number> {
	if (!isQuietHour()) return 0
	const client = serverClient(services)
	for (const table of ['customers', 'appointments', 'profiles']) {
		let after: string | undefined
		do {
			const wish = { p_table: table, p_after: after, p_limit: 500 }
			const { last } = invariantData(await call(client, 'normalise_phones', batchContract, wish))
			after = last ?? undefined
		} while (after)
	}
	return 0
}
