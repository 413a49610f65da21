import { loadAnswers, loadWaiting } from '#app/features/threads/threads.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'

/** The requests of a location that still can be answered, with their number. @param head the number alone */
export function openRequests(client: Client, location: string, now: Date, columns: string, { head = false } = {}) {
	return client
		.from('shown_appointments')
		.select(columns, { count: 'exact', head })
		.eq('location_id', location)
		.eq('state', 'requested')
		.gt('starts_at', now.toISOString())
}

/**
 * What waits for an answer at a location: requests, people on waiting lists of courses to come who have no offer, search orders that
 * fit, people who wait for time that is free and is offered by hand, appointments and search orders whose customers have written; and
 * payments of its company that somebody has to look at.
 */
export type OpenCounts = {
	requests: number
	waiting: number
	orders: number
	places: number
	messages: number
	payments: number
}

/** The counts of what the caller may see. */
export async function countOpen(
	client: Client,
	{ id: location, company_id: company }: { id: string; company_id: string },
	now: Date,
): Promise<OpenCounts> {
	const [requests, waiting, orders, places, messages, answers, payments] = await Promise.all([
		openRequests(client, location, now, 'id', { head: true }),
		client
			.from('shown_event_waits')
			.select('id, event:events!inner(location_id)', { count: 'exact', head: true })
			.eq('event.location_id', location)
			.gt('event.starts_at', now.toISOString())
			.is('event.cancelled_at', null)
			.is('left_at', null)
			.is('hold_id', null)
			.not('confirmed_at', 'is', null),
		client.rpc('count_matching_orders', { p_location: location }),
		client.rpc('count_waiting', { p_location: location }),
		loadWaiting(client, location, 0),
		loadAnswers(client, location, 0),
		client.rpc('count_payments_to_check', { p_company: company }),
	])
	return {
		...{ requests: requests.count ?? 0, waiting: waiting.count ?? 0, orders: orders.data ?? 0 },
		...{ places: places.data ?? 0, messages: messages.total + answers.total, payments: payments.data ?? 0 },
	}
}
