import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Outcome } from './appointments.commands.server.ts'

type Member = { client: Client }

/** Writes to the customer of an appointment. @param id of the appointment */
export async function writeToCustomer({ client }: Member, id: string, form: FormData): Promise<Outcome> {
	const typed = textOf(form, 'words')
	const answer = { action: 'write' as const, at: Date.now() }
	const { error } = isUuid(id)
		? await client.rpc('write_to_customer', { p_appointment: id, p_text: typed })
		: { error: { message: 'appointment_not_found', code: 'P0001' } }
	if (!error) return { ...answer, ok: true, message: 'Gesendet. Die Antwort steht hier und auf „Heute“.' }
	const message = errorMessage(error)
	return { ...answer, ok: false, message, words: { message, typed } }
}

/** What the customer wrote needs no answer. @param id of the appointment */
export async function settleThread({ client }: Member, id: string): Promise<Outcome> {
	const answer = { action: 'settle' as const, at: Date.now() }
	const { error } = isUuid(id)
		? await client.rpc('settle_thread', { p_appointment: id })
		: { error: { message: 'appointment_not_found', code: 'P0001' } }
	return error
		? { ...answer, ok: false, message: errorMessage(error) }
		: { ...answer, ok: true, message: 'Erledigt. Die Nachricht steht nicht mehr unter „Zu erledigen“.' }
}
