import { call } from '#app/lib/contracts.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { ThreadData } from '#app/ui/thread.tsx'
import {
	requestThreadsContract,
	type StoredThread,
	threadContract,
	type WaitingAnswers,
	waitingAnswersContract,
	waitingContract,
	type WaitingMessages,
} from './threads.contracts.ts'

/** What the customer and the business wrote about a booking, for the customer. @param byPerson whether they see it now */
export async function loadBookingThread(
	client: Client,
	booking: { id: string; location: { name: string; time_zone: string } },
	secret: string | undefined,
	byPerson: boolean,
): Promise<ThreadData> {
	const verb = byPerson ? 'booking_thread' : 'peek_booking_thread'
	const args = { p_appointment: booking.id, p_secret: secret ?? null }
	const thread = invariantData(await call(client, verb, threadContract, args))
	return shown(thread, booking.location.time_zone, (message) => (message.by_customer ? 'Sie' : booking.location.name))
}

/** The same for a member. @param customer how the customer is called */
export async function loadAppointmentThread(
	client: Client,
	id: string,
	zone: string,
	customer: string,
): Promise<ThreadData> {
	const thread = invariantData(await call(client, 'appointment_thread', threadContract, { p_appointment: id }))
	return {
		...shown(thread, zone, (message) => (message.by_customer ? customer : message.author || 'Team'), false),
		waiting: thread.waiting,
	}
}

function shown(
	{ open, messages }: StoredThread,
	zone: string,
	authorOf: (message: StoredThread['messages'][number]) => string,
	byCustomer = true,
): ThreadData {
	return {
		open,
		messages: messages.map((message) => ({
			...{ id: message.id, text: message.text, author: authorOf(message), mine: message.by_customer === byCustomer },
			at: `${formatDate(message.at, zone)}, ${formatTime(message.at, zone)} Uhr`,
			seen: message.seen,
		})),
	}
}

/** Writes to the business. @returns the code of what went wrong, or null */
export async function writeToBusiness(
	client: Client,
	id: string,
	secret: string | undefined,
	form: FormData,
): Promise<{ message: string; typed: string } | null> {
	const typed = textOf(form, 'words')
	const { error } = await client.rpc('write_to_business', {
		p_appointment: id,
		p_text: typed,
		...(secret ? { p_secret: secret } : {}),
	})
	return error ? { message: errorMessage(error), typed } : null
}

/** The appointments whose customers wait for an answer. @param limit how many of them at most, besides their number */
export async function loadWaiting(client: Client, location: string, limit: number): Promise<WaitingMessages> {
	const args = { p_location: location, p_limit: limit }
	return invariantData(await call(client, 'waiting_messages', waitingContract, args))
}

/** A thread of a search order, with the business that it is with. */
export type RequestThread = ThreadData & { location: string; business: string; listing?: string }

/** What businesses have asked about a search order, and the answers, for its customer. @param byPerson whether they see it now */
export async function loadRequestThreads(
	client: Client,
	order: string,
	secret: string | undefined,
	byPerson: boolean,
): Promise<RequestThread[]> {
	const args = { p_order: order, p_secret: secret ?? null }
	const verb = byPerson ? 'request_threads' : 'peek_request_threads'
	const threads = invariantData(await call(client, verb, requestThreadsContract, args))
	return threads.map(({ location, ...thread }) => ({
		...shown(thread, location.time_zone, (message) => (message.by_customer ? 'Sie' : location.name)),
		...{ location: location.id, business: location.name },
		...(location.published ? { listing: paths.listing(location.slug) } : {}),
	}))
}

/** The thread of a location about a search order, for a member. */
export async function loadOrderThread(
	client: Client,
	order: string,
	location: { id: string; time_zone: string },
): Promise<ThreadData> {
	const args = { p_order: order, p_location: location.id }
	const thread = invariantData(await call(client, 'order_thread', threadContract, args))
	return {
		...shown(
			thread,
			location.time_zone,
			({ by_customer, author }) => (by_customer ? 'Antwort' : author || 'Team'),
			false,
		),
		waiting: thread.waiting,
	}
}

/** Search orders whose customers have answered a question and wait. @param limit how many of them at most, besides their number */
export async function loadAnswers(client: Client, location: string, limit: number): Promise<WaitingAnswers> {
	const args = { p_location: location, p_limit: limit }
	return invariantData(await call(client, 'waiting_answers', waitingAnswersContract, args))
}
