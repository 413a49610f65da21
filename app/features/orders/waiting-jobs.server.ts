import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Reads what has become free, and offers it to those who wait, location by location, each in a transaction; how many were offered something. */
export async function matchFreed(services: AppServices, _senders: unknown, stopping: AbortSignal): Promise<number> {
	const client = serverClient(services)
	invariantData(await client.rpc('collect_freed'))
	let offered = 0
	for (let turn = 0; turn < 200 && !stopping.aborted; turn++) {
		const { data, error } = await client.rpc('match_freed')
		if (error) throw new Error(error.message)
		// Nothing is left to look at.
		if (data === null) break
		offered += data
	}
	return offered
}

/** Has waiting places looked at that nobody has for half an hour, and mails alerts; how many were looked at. */
export async function sweepWishes(services: AppServices): Promise<number> {
	const client = serverClient(services)
	const waiting = invariantData(await client.rpc('sweep_waiting', { p_limit: 500 }))
	return waiting + invariantData(await client.rpc('tell_alerts', { p_limit: 100 }))
}
