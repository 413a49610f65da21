import { visitContract } from '#app/features/booking/booking.contracts.ts'
import type { Held } from '#app/features/booking/booking.ts'
import { contactSchema, type ContactErrors } from '#app/features/booking/booking.form.ts'
import { hashOf } from '#app/features/booking/secret.server.ts'
import type { Draft } from '#app/features/booking/secret.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Origin } from '#app/lib/origin.ts'
import type { Client } from '#app/lib/supabase.server.ts'

const STATUS: Record<string, number> = {
	event_not_found: 404,
	wait_missed: 409,
	not_possible: 403,
	seats_taken: 409,
	not_bookable: 409,
	past: 409,
}
/** The HTTP status of a refusal. */
const statusOf = (code: string): number => STATUS[code] ?? (/^(too_many|holds_too_fast|rate_)/.test(code) ? 429 : 400)

export type Refused = { message: string; status: number; errors: ContactErrors }

const refused = (error: unknown): Refused => {
	const code = errorCode(error as Parameters<typeof errorCode>[0])
	const field = code === 'too_many_to_address' ? 'email' : /^(name|email|phone)_/.exec(code)?.[1]
	return {
		message: errorMessage(error as Parameters<typeof errorMessage>[0]),
		status: statusOf(code),
		errors: field ? { [field]: errorMessage(code) } : {},
	}
}

/** Holds seats for a few minutes, for the browser that keeps the secret. */
export async function holdSeats(
	client: Client,
	event: string,
	{ seats, secret, origin }: { seats: number; secret: string; origin: Origin },
): Promise<{ held: Held } | Refused> {
	const { data, error } = await call(client, 'hold_seats', visitContract, {
		...{ p_event: event, p_seats: seats, p_secret_hash: hashOf(secret), p_source: 'web', p_origin: origin },
	})
	return error ? refused(error) : { held: data }
}

/**
 * Asks for a place on the waiting list. `mail`: the address is to be confirmed by the link of a mail; `waiting`: it is the confirmed one of the
 * visitor's account; `free`: so many seats are free after all.
 */
export async function waitForEvent(
	client: Client,
	event: string,
	seats: number,
	draft: Draft,
): Promise<{ place: 'free' | 'mail' | 'waiting' } | Refused> {
	const parsed = contactSchema.safeParse(draft)
	if (!parsed.success) {
		const errors: ContactErrors = {}
		for (const { path, message } of parsed.error.issues) errors[path[0] as keyof ContactErrors] ??= message
		return { message: errorMessage('contact_invalid'), status: 400, errors }
	}
	const { name, email, phone } = parsed.data
	const { data, error } = await client.rpc('wait_for_event', {
		...{ p_event: event, p_seats: seats, p_contact: { name, email, phone } },
	})
	return error ? refused(error) : { place: data as 'free' | 'mail' | 'waiting' }
}
