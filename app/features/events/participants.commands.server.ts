import { visitContract } from '#app/features/booking/booking.contracts.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { ParticipantWish } from './participant.form.ts'

/** Enters somebody by hand, once for each key. */
export async function addParticipant(client: Client, event: string, wish: ParticipantWish): Promise<Result> {
	const { name, email, phone, customer, seats, note, notify, key } = wish
	const { error } = await call(client, 'add_participant', visitContract, {
		...{ p_event: event, p_seats: seats, p_note: note, p_notify: notify, ...(key && { p_idempotency_key: key }) },
		p_contact: { name, email, phone, ...(customer ? { customer_id: customer } : {}) },
	})
	if (!error) return { error: null }
	const code = errorCode(error)
	const field =
		code === 'seats_taken' || code === 'seats_invalid' ? 'seats' : /^(name|email|phone|note)_/.exec(code)?.[1]
	const words = code === 'seats_taken' ? 'So viele Plätze sind nicht mehr frei.' : errorMessage(error)
	return field ? { error: null, fields: { [field]: [words] } } : { error }
}
