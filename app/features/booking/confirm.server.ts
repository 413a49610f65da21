import type { AppServices } from '#app/lib/context.server.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { readForName } from '#app/ui/contact-fields.tsx'
import type { Client } from '#app/lib/supabase.server.ts'
import { confirmHold, isTimeGone, type Outcome, startPayment, statusOf } from './booking.commands.server.ts'
import { type ContactErrors, contactSchema } from './booking.form.ts'
import { demandFor, type Held } from './booking.ts'
import { loadAlternatives, loadBooking, wishOf } from './booking.queries.server.ts'
import type { Flow } from './flow.server.ts'
import type { Draft, HeldBy } from './secret.server.ts'
import type { Time } from './times.ts'

type Surroundings = { client: Client; services: AppServices; address: string }

export type ConfirmResult =
	/** With a payment it is booked once that has come in. */
	| { booked: Held; payment?: string }
	/** The hold was booked before, with other contact data: there is nothing left to do. */
	| { before: string }
	| { code: string; message: string; status: number; errors: ContactErrors; alternatives: Time[] }

/** Contact data as typed; lines end as the text field counts them. */
export function readDraftForm(form: FormData): Draft {
	const field = (name: string): string => {
		const value = form.get(name)
		return typeof value === 'string' ? value.replaceAll('\r\n', '\n').slice(0, 10_000) : ''
	}
	const contact = { name: field('name'), email: field('email'), phone: field('phone'), note: field('note') }
	return { ...contact, for_name: readForName(field) }
}

/** The hash of what was agreed to in a form; '' when the box was left empty. */
export function readEarlyStart(form: FormData): string {
	const value = form.get('early_start')
	return typeof value === 'string' ? value.slice(0, 100) : ''
}

/** Turns the hold of this browser into a booking. */
export async function confirm(
	{ client, services, address }: Surroundings,
	{ location, choice }: Flow,
	by: HeldBy | undefined,
	draft: Draft,
	earlyStart: string,
): Promise<ConfirmResult> {
	const parsed = contactSchema.safeParse(draft)
	if (!parsed.success) {
		const errors: ContactErrors = {}
		for (const { path, message } of parsed.error.issues) errors[path[0] as keyof ContactErrors] ??= message
		// Adds the missing agreement, so that all errors show at once.
		const booking = choice.hold ? await loadBooking(client, choice.hold, by?.secret) : null
		const demand = booking && demandFor(booking.early_start, booking.starts_at)
		if (demand && demand.hash !== earlyStart) errors.early_start = errorMessage('early_start_missing')
		return { code: 'contact_invalid', message: errorMessage('contact_invalid'), status: 400, errors, alternatives: [] }
	}
	if (!(await services.allow('booking', address))) return refusal('rate_limited')
	if (!choice.hold) return refusal('appointment_not_found')
	const { value, payment, code, error } = await book(client, choice.hold, by?.secret, parsed.data, earlyStart)
	if (value) return { booked: value, payment }
	if (code === 'wrong_state') return { before: choice.hold }
	const field =
		code === 'too_many_to_address'
			? 'email'
			: (/^(name|email|phone|note|early_start)_/.exec(code)?.[1] as keyof ContactErrors)
	if (field) return { ...refusal(code), errors: { [field]: errorMessage(code) } }
	if (!/^[a-z_]+$/.test(code)) services.report(new Error(`confirm_appointment: ${code}`, { cause: error }))
	const helps = isTimeGone(code) || code === 'appointment_not_found'
	if (!helps || !choice.start) return refusal(code, error)
	const times = await loadAlternatives(client, wishOf(location.id, choice), location, choice.start, new Date())
	return { ...refusal(code), alternatives: times }
}

/** Books, or begins the payment without which there is no booking. */
async function book(...args: Parameters<typeof confirmHold>): Promise<Outcome<Held> & { payment?: string }> {
	const confirmed = await confirmHold(...args)
	if (confirmed.code !== 'payment_required') return confirmed
	const started = await startPayment(...args)
	return { ...started, payment: started.value?.payment_id }
}

function refusal(code: string, error?: CodedError): Exclude<ConfirmResult, { booked: Held } | { before: string }> {
	const message = errorMessage(error && errorCode(error) === code ? error : code)
	return { code, message, status: statusOf(code), errors: {}, alternatives: [] }
}
