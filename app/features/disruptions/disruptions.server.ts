import { z } from 'zod'
import { visitContract } from '#app/features/booking/booking.contracts.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { beginSchema } from './begin.form.ts'
import { proposeAll } from './propose-all.server.ts'
import { COURSES, type Done } from './courses.server.ts'
import { boardContract, disruptionListContract } from './disruptions.contracts.ts'
import type { Disruption, DisruptionBoard } from './disruptions.ts'

type Location = { id: string; time_zone: string }

/** The disruptions of a location that are to come or to be settled, soonest first. */
export async function loadDisruptions(client: Client, location: Location): Promise<Disruption[]> {
	return invariantData(await call(client, 'list_disruptions', disruptionListContract, { p_location: location.id }))
}

/** One disruption with all its appointments. @throws Response 404 */
export async function loadDisruption(client: Client, id: string | undefined): Promise<DisruptionBoard> {
	invariantResponse(isUuid(id))
	const answer = await call(client, 'disruption_board', boardContract, { p_disruption: id })
	if (answer.error?.message === 'disruption_not_found') invariantResponse(null)
	const board = invariantData(answer)
	return {
		...board,
		items: board.items.map((item) => ({ ...item, contact_phone: phoneText(item.contact_phone) })),
		events: board.events.map((event) => ({
			...event,
			unreachable: event.unreachable.map(({ name, phone }) => ({ name, phone: phoneText(phone) })),
		})),
	}
}

type Begun = { error: CodedError | null; fields?: Record<string, string[]>; id?: string }

/** Enters that somebody is away or something out of use, and answers the id of the disruption. */
export async function beginDisruption(
	client: Client,
	location: Location,
	typed: z.output<ReturnType<typeof beginSchema>>,
): Promise<Begun> {
	const [starts, ends] = [typed.starts_at, typed.ends_at].map((wall) => instantOf(wall, location.time_zone))
	if (!starts || !ends) return { error: { message: 'disruption_times', code: 'P0001' } }
	const { data, error } = await call(client, 'begin_disruption', z.object({ id: z.uuid(), items: z.int() }), {
		p_location: location.id,
		p_starts_at: starts,
		p_ends_at: ends,
		p_employee: typed.who.person,
		p_resource: typed.who.resource,
		p_reason: typed.reason ?? '',
	})
	return error ? { error } : { error: null, id: data.id }
}

/** What the board says after an action. */
export type BoardOutcome = { kind: NonNullable<Done['kind']>; message: string; at: number }

const stateContract = z.string()

/** Carries out what a button of the board asks for. @param id the disruption */
export async function actOnDisruption(client: Client, id: string | undefined, form: FormData): Promise<BoardOutcome> {
	const intent = textOf(form, 'intent')
	const whole = intent === 'propose-all' || intent === 'end'
	// What it is about, an appointment or a course.
	const about = textOf(form, 'appointment') || textOf(form, 'event')
	const done = !isUuid(id) || !(whole || isUuid(about)) ? null : await carryOut(client, intent, { id, about, form })
	if (!done) return { kind: 'danger', message: errorMessage('body_invalid'), at: Date.now() }
	const { error, kind = 'success', message = '' } = done
	return { kind: error ? 'danger' : kind, message: error ? errorMessage(error) : message, at: Date.now() }
}

async function carryOut(client: Client, intent: string, { id, about, form }: Wanted): Promise<Done | null> {
	if (Object.hasOwn(INTENTS, intent)) return (await INTENTS[intent]?.(client, { id, appointment: about, form })) ?? null
	if (Object.hasOwn(COURSES, intent)) return (await COURSES[intent]?.(client, { id, event: about, form })) ?? null
	return null
}

type Wanted = { id: string; about: string; form: FormData }
type Wish = { id: string; appointment: string; form: FormData }

const INTENTS: Record<string, (client: Client, wish: Wish) => Promise<Done>> = {
	'propose-all': proposeAll,
	propose: async (client, { id, appointment, form }) => {
		const [start = '', employee = ''] = textOf(form, 'option').split(' ')
		const starts = Date.parse(start)
		if (Number.isNaN(starts)) return { error: { message: 'not_bookable', code: 'P0001' } }
		const { data, error } = await call(client, 'propose_move', stateContract, {
			...{ p_disruption: id, p_appointment: appointment, p_starts_at: new Date(starts).toISOString() },
			p_employee: isUuid(employee) ? employee : null,
		})
		if (error) return { error }
		return data === 'proposed'
			? { error: null, message: 'Die Zeit ist reserviert, und die E-Mail ist unterwegs.' }
			: {
					error: null,
					kind: 'warning',
					message: 'Die Zeit ist reserviert. Eine E-Mail ist nicht möglich: Bitte rufen Sie an.',
				}
	},
	elsewhere: async (client, { id, appointment }) => {
		const { error } = await client.rpc('change_resource', { p_disruption: id, p_appointment: appointment })
		return { error, message: 'Umgelegt: Zeit und Person bleiben, die Kund:in muss nichts tun.' }
	},
	accept: async (client, { appointment }) => {
		const { error } = await call(client, 'answer_proposal', visitContract, {
			p_appointment: appointment,
			p_accept: true,
		})
		return { error, message: 'Der Termin ist verschoben. Die Bestätigung geht gleich hinaus.' }
	},
	keep: (client, wish) => settle(client, wish, 'kept', 'Der Termin bleibt, wie er gebucht ist.'),
	reopen: (client, wish) => settle(client, wish, 'open', 'Der Termin ist wieder offen.'),
	cancel: async (client, { appointment, form }) => {
		const args = { p_appointment: appointment, p_reason: textOf(form, 'grund').slice(0, 1000) }
		const { error } = await call(client, 'cancel_appointment', visitContract, args)
		return { error, message: 'Der Termin ist abgesagt.' }
	},
	end: async (client, { id }) => {
		const { error } = await client.rpc('end_disruption', { p_disruption: id })
		return {
			error,
			message: 'Zurückgenommen: Die Zeit ist wieder offen. Was noch offen war, bleibt, wie es gebucht ist.',
		}
	},
}

async function settle(
	client: Client,
	{ id, appointment }: Wish,
	state: 'kept' | 'open',
	message: string,
): Promise<Done> {
	const { error } = await client.rpc('settle_disrupted', {
		...{ p_disruption: id, p_appointment: appointment, p_state: state },
	})
	return { error, message }
}
