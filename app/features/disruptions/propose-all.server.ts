import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Done } from './courses.server.ts'

const seated = z.object({ moved: z.int(), last: z.uuid().nullable() })
const proposed = z.object({ proposed: z.int(), call: z.int(), open: z.int() })

/** So many are settled by one call, which holds the location's time alone: bookings of others come in between two calls. */
const AT_ONCE = { seats: 20, proposals: 8 }
/** Nobody may send more mails within an hour. */
const MOST_MAILS = 60

/** Settles all open appointments of a disruption that need nobody's decision: another room, or a proposal by mail. */
export async function proposeAll(client: Client, { id }: { id: string }): Promise<Done> {
	let moved = 0
	for (let last: string | null | undefined; last !== null;) {
		const { data, error } = await call(client, 'seat_some', seated, {
			...{ p_disruption: id, p_limit: AT_ONCE.seats },
			...(last ? { p_after: last } : {}),
		})
		if (error) return { error }
		moved += data.moved
		last = data.last
	}
	let counts = { proposed: 0, call: 0, open: 0 }
	let before = Number.POSITIVE_INFINITY
	for (let sent = 0; sent < MOST_MAILS; sent += AT_ONCE.proposals) {
		const size = Math.min(AT_ONCE.proposals, MOST_MAILS - sent)
		const { data, error } = await call(client, 'propose_some', proposed, { p_disruption: id, p_limit: size })
		if (error) return { error }
		counts = data
		// The second: others have opened as many meanwhile.
		if (counts.open === 0 || counts.open >= before) break
		before = counts.open
	}
	const parts = [
		moved > 0 ? `${moved} ohne Nachfrage umgelegt` : '',
		counts.proposed > 0 ? `${counts.proposed} vorgeschlagen` : '',
		counts.call > 0 ? `${counts.call} bitte anrufen` : '',
		counts.open > 0 ? `${counts.open} noch offen: Bitte machen Sie in einer Stunde weiter` : '',
	].filter(Boolean)
	return {
		error: null,
		kind: counts.call + counts.open > 0 ? 'warning' : 'success',
		message: `${parts.join(', ') || 'Nichts mehr offen'}.`,
	}
}
