import type { z } from 'zod'
import { type CodedError, errorCode } from '#app/lib/errors.ts'
import { type Answer, call } from '#app/lib/contracts.server.ts'
import type { Origin } from '#app/lib/origin.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { startedContract, visitContract, withdrawnContract } from './booking.contracts.ts'
import type { Booking, Held } from './booking.ts'
import type { Contact } from './booking.form.ts'
import { ANYONE } from './choice.ts'
import { hashOf, type HeldBy } from './secret.server.ts'

/** What a command gives back: its result, or the code of what went wrong. */
export type Outcome<Value> =
	| { value: Value; code?: undefined; error?: undefined }
	| { value?: undefined; code: string; error: CodedError }

/** The time is gone or no longer offered: other times help. */
const TIME_CODES = new Set(['slot_taken', 'not_bookable', 'past', 'hold_expired'])
// Two visitors booked at the same moment, and PostgreSQL ended one of the transactions.
const COLLISIONS = new Set(['40001', '40P01', '23P01'])
const STATUS: Record<string, number> = {
	appointment_not_found: 404,
	location_not_found: 404,
	service_not_found: 400,
	secret_missing: 400,
	secret_invalid: 400,
	early_start_missing: 400,
	not_possible: 403,
	holds_too_fast: 429,
	too_many_holds: 429,
	too_many_bookings: 429,
	too_many_moves: 429,
	too_many_to_address: 429,
	too_many_holds_here: 429,
	too_many_holds_of_day: 429,
	rate_limited: 429,
}

/** Whether another time would help. */
export function isTimeGone(code: string): boolean {
	return TIME_CODES.has(code)
}

/** The HTTP status that goes with an error code. */
export function statusOf(code: string): number {
	return TIME_CODES.has(code) ||
		[
			'wrong_state',
			'payment_required',
			'payment_not_needed',
			'payments_unavailable',
			'moved_meanwhile',
			'too_late',
			'proposal_over',
			'by_phone',
			'addon_alone',
			'test_missing',
		].includes(code)
		? 409
		: (STATUS[code] ?? 400)
}

type Visit = { location: string; services: string[]; employee?: string; start: string; origin: Origin }

/** Holds a visit for a few minutes; an earlier hold of this browser is released. */
export async function holdTime(client: Client, visit: Visit, by: HeldBy): Promise<Outcome<Held>> {
	const args = {
		p_location: visit.location,
		p_services: visit.services,
		p_starts_at: visit.start,
		p_employee: visit.employee && visit.employee !== ANYONE ? visit.employee : null,
		p_secret_hash: hashOf(by.secret),
		p_source: 'web',
		p_origin: visit.origin,
	}
	const first = outcome(
		await call(client, 'hold_appointment', visitContract, { ...args, p_replace: by.appointment ?? null }),
	)
	// The earlier hold may have been deleted since.
	if (first.code !== 'appointment_not_found' || !by.appointment) return first
	return outcome(await call(client, 'hold_appointment', visitContract, args))
}

/** Releases a hold; a hold that has already ended is no error. */
export async function releaseHold(client: Client, id: string, secret: string): Promise<void> {
	await call(client, 'release_hold', visitContract, { p_appointment: id, p_secret: secret })
}

/** Turns a hold into a booking, or into a request where the business confirms by hand. @param earlyStart hash of what was agreed to, '' for nothing */
export async function confirmHold(
	client: Client,
	id: string,
	secret: string | undefined,
	contact: Contact,
	earlyStart: string,
): Promise<Outcome<Held>> {
	const { name, email, phone, note = '', for_name = '' } = contact
	const args = { p_appointment: id, p_secret: secret ?? null, p_contact: { name, email, phone, note, for_name } }
	return outcome(await call(client, 'confirm_appointment', visitContract, { ...args, p_early_start: earlyStart }))
}

/** Turns a hold into an appointment that waits for its payment, or begins the payment of one that waits already. @param contact for a hold */
export async function startPayment(
	client: Client,
	id: string,
	secret: string | undefined,
	contact?: Contact,
	earlyStart?: string,
): Promise<Outcome<z.output<typeof startedContract>>> {
	const { name, email, phone, note = '', for_name = '' } = contact ?? { name: '', email: '', phone: '' }
	const args = { p_appointment: id, p_secret: secret ?? null, p_contact: { name, email, phone, note, for_name } }
	return outcome(await call(client, 'start_payment', startedContract, { ...args, p_early_start: earlyStart ?? null }))
}

/** Gives up an appointment that waits for its payment. */
export async function abandonPayment(client: Client, id: string, secret: string | undefined): Promise<Outcome<Held>> {
	return outcome(await call(client, 'abandon_payment', visitContract, { p_appointment: id, p_secret: secret ?? null }))
}

/** Moves a booking to another start, with the same person when possible. @param earlyStart as for confirmHold @param seen where the page showed it */
export async function moveBooking(
	client: Client,
	booking: Booking,
	secret: string | undefined,
	start: string,
	earlyStart: string,
	seen: string[] | undefined,
): Promise<Outcome<Held>> {
	const args = { p_appointment: booking.id, p_starts_at: start, p_employee: null, p_secret: secret ?? null }
	const more = { p_reason: '', p_early_start: earlyStart, p_notify: 'always', p_anyway: true, p_seen: seen }
	return outcome(await call(client, 'reschedule_appointment', visitContract, { ...args, ...more }))
}

/** Answers a proposal: yes moves the booking to the proposed time, no releases that time. @param earlyStart as for confirmHold @param start the time (ISO) that was shown */
export async function answerProposal(
	client: Client,
	id: string,
	secret: string | undefined,
	accept: boolean,
	earlyStart: string,
	start: string | null,
): Promise<Outcome<Held>> {
	const args = { p_appointment: id, p_accept: accept, p_secret: secret ?? null, p_early_start: earlyStart }
	return outcome(await call(client, 'answer_proposal', visitContract, { ...args, p_starts_at: start }))
}

/** Cancels a booking. */
export async function cancelBooking(
	client: Client,
	id: string,
	secret: string | undefined,
	reason: string,
	fee: number,
): Promise<Outcome<Held>> {
	const args = { p_appointment: id, p_secret: secret ?? null, p_reason: reason.slice(0, 1000), p_fee_cents: fee }
	return outcome(await call(client, 'cancel_appointment', visitContract, args))
}

/** Declares the withdrawal of § 356a BGB; inside the policy the booking is cancelled with it. */
export async function withdrawBooking(client: Client, id: string, secret: string | undefined): Promise<Outcome<Held>> {
	return outcome(
		await call(client, 'withdraw_appointment', withdrawnContract, { p_appointment: id, p_secret: secret ?? null }),
	)
}

function outcome<Value>(answer: Answer<Value>): Outcome<Value> {
	if (!answer.error) return { value: answer.data }
	const code = errorCode(answer.error)
	return { code: COLLISIONS.has(code) ? 'slot_taken' : code, error: answer.error }
}
