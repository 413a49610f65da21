import type { Client } from '#app/lib/supabase.server.ts'
import type { MovedMeanwhile } from './meanwhile.ts'

export type LastChange = Pick<MovedMeanwhile, 'actor' | 'by' | 'at'>

/** Who has changed an appointment last, and when; what only members see of one another. */
export async function loadLastChange(client: Client, id: string): Promise<LastChange> {
	const [events, actors] = await Promise.all([
		client
			.from('appointment_events')
			.select('id, at, actor')
			.eq('appointment_id', id)
			.order('id', { ascending: false })
			.limit(1),
		client.rpc('appointment_actors', { p_appointment: id }).order('event_id', { ascending: false }).limit(1),
	])
	const [event, actor] = [events.data?.[0], actors.data?.[0]]
	if (!event) return { actor: null, by: '', at: null }
	return { actor: event.actor, at: event.at, by: actor?.event_id === event.id ? actor.name : '' }
}
