import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { OfferedEvent } from './offered.ts'

const MOST_LISTED = 30

/** The next events of a location within three months, by time. */
export async function loadOfferedEvents(client: Client, location: string): Promise<OfferedEvent[]> {
	return invariantData(await client.rpc('upcoming_events', { p_location: location }).limit(MOST_LISTED))
}

/** An event that is still to come; null when there is none. */
export async function loadOfferedEvent(client: Client, location: string, id: string): Promise<OfferedEvent | null> {
	if (!isUuid(id)) return null
	const found = await client.rpc('upcoming_events', { p_location: location, p_event: id }).limit(1)
	return invariantData(found)[0] ?? null
}
