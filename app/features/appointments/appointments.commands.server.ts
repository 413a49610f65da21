import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Action } from './appointment.ts'
import type { Location } from './appointments.queries.server.ts'
import { isId } from './filters.ts'
import { DONE_TEXTS } from './texts.ts'

/** What a page shows after an action: a sentence, and at which field when it went wrong. */
export type Outcome = { ok: boolean; action: Action; message: string; field?: 'start'; at: number }

/** Carries out the action that a form names. @param id the appointment */
export async function act(client: Client, location: Location, id: string, form: FormData): Promise<Outcome> {
	const action = text(form, 'intent') as Action
	const fail = (message: string, field?: 'start'): Outcome => ({ ok: false, action, message, field, at: Date.now() })
	if (!isId(id) || !Object.hasOwn(DONE_TEXTS, action)) return fail(errorMessage('body_invalid'))
	const reason = text(form, 'grund').slice(0, 1000)
	const start = action === 'reschedule' ? readStart(form, location) : ''
	if (start === undefined) return fail('Bitte wählen Sie eine freie Zeit oder geben Sie Tag und Uhrzeit ein.', 'start')
	const person = text(form, 'person')
	const { error } = await run(client, action, { id, reason, start, person: isId(person) ? person : undefined })
	if (!error) return { ok: true, action, message: DONE_TEXTS[action], at: Date.now() }
	return fail(errorMessage(error), action === 'reschedule' ? 'start' : undefined)
}

type Wish = { id: string; reason: string; start: string; person?: string }

function run(
	client: Client,
	action: Action,
	{ id, reason, start, person }: Wish,
): PromiseLike<{ error: CodedError | null }> {
	const p_appointment = id
	if (action === 'confirm') return client.rpc('confirm_appointment', { p_appointment })
	if (action === 'decline') return client.rpc('decline_appointment', { p_appointment, p_reason: reason })
	if (action === 'cancel') return client.rpc('cancel_appointment', { p_appointment, p_reason: reason })
	if (action === 'complete') return client.rpc('complete_appointment', { p_appointment })
	if (action === 'reopen') return client.rpc('reopen_appointment', { p_appointment })
	if (action === 'no_show') return client.rpc('mark_no_show', { p_appointment })
	return client.rpc('reschedule_appointment', {
		p_appointment,
		p_starts_at: start,
		p_employee: person,
		p_reason: reason,
	})
}

/** The wanted start as an instant: a chosen free one (`start`), else day and time (`tag`, `zeit`). */
export function readStart(form: FormData, location: Location): string | undefined {
	const chosen = text(form, 'start')
	if (chosen) return Number.isNaN(Date.parse(chosen)) ? undefined : new Date(chosen).toISOString()
	return instantOf(`${text(form, 'tag')}T${text(form, 'zeit')}`, location.time_zone)
}

export type NewAppointment = {
	services: string[]
	person: string
	start: string
	contact: { name: string; email: string; phone: string; customer_id?: string }
	note: string
	notify: boolean
	/** Makes a repeated submission answer the same appointment. */
	key?: string
}

/** Books by hand; answers the id of the appointment or the code of what went wrong. */
export async function createAppointment(
	client: Client,
	location: Location,
	wish: NewAppointment,
): Promise<{ id: string } | { code: string }> {
	const { data, error } = await client.rpc('create_appointment', {
		p_location: location.id,
		p_services: wish.services,
		p_starts_at: wish.start,
		// The function takes null ("anyone free"), which the generated types do not say.
		p_employee: (wish.person || null) as string,
		p_contact: wish.contact,
		p_note: wish.note,
		p_notify: wish.notify,
		p_idempotency_key: wish.key,
	})
	if (error) return { code: errorCode(error) }
	return { id: (data as { id: string }).id }
}

function text(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value.trim() : ''
}
