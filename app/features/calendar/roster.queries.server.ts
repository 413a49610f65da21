import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Range } from './calendar.ts'
import { type RosterDay, rosterContract } from './roster.contracts.ts'

/** The working time on these days of the people this member can see, and which parts of it are taken. At most 42 days. */
export async function loadRoster(
	client: Client,
	location: string,
	{ from, to }: Pick<Range, 'from' | 'to'>,
): Promise<RosterDay[]> {
	const args = { p_location: location, p_first: from, p_last: to }
	return invariantData(await call(client, 'roster', rosterContract, args))
}
