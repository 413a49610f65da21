import { loadLastChange } from './last-change.queries.server.ts'
import { didText } from './meanwhile.ts'
import { movedContract } from '#app/features/booking/booking.contracts.ts'
import { againstTexts } from '#app/features/explain/explain.ts'
import type { Right } from '#app/features/members/rights.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { formatSoon, formatTime } from '#app/lib/dates.ts'
import { textOf } from '#app/lib/form.ts'
import { readSeen, spanStanding } from '#app/lib/seen.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { ForEdit, Line } from './appointment.ts'
import { customerName, minutesOf } from './appointment.ts'
import { type Outcome, readAgainst } from './appointments.commands.server.ts'
import { findForEdit, type Location } from './appointments.queries.server.ts'
import { linesAgain, type Wished } from './lines-again.ts'
import { linesOfText } from './edit-lines.ts'
import type { Change } from './history.ts'
import { NOTICE_TEXTS, PRICE_GONE } from './texts.ts'

type Member = { client: Client; location: Location; rights: readonly Right[] }

/** "Anna Löwe hat den Termin um 08:51 Uhr noch einmal geändert; er bleibt, wie er ist." */
async function meanwhile({ client, location }: Member, id: string): Promise<string> {
	const last = await loadLastChange(client, id)
	return `${didText(last, 'den Termin', 'noch einmal geändert', location.time_zone, new Date())}; er bleibt, wie er ist.`
}

const OTHER_KIND = 'Für diese Leistung ist ein anderer Raum oder ein anderes Gerät nötig.'

/**
 * Gives one line (`zeile`, its position) another length (`minuten`), leaving everything else as it is. What is unusual about that is
 * refused once; `trotzdem` does it anyway.
 */
export async function resize(member: Member, id: string, form: FormData): Promise<Outcome> {
	const { client, location } = member
	const [position, minutes] = [Number(textOf(form, 'zeile')), Number(textOf(form, 'minuten'))]
	const seen = readSeen(form)
	if (!Number.isInteger(minutes)) return answer('resize', false, errorMessage('line_minutes'))
	// Whoever saved between reading and writing loses nothing: it is read once more.
	for (let attempt = 0; ; attempt++) {
		const found = await findForEdit(client, location, id)
		const lines = found ? inOrder(found.appointment.lines) : []
		const line = lines.find((one) => one.position === position)
		if (!found || !line)
			return answer('resize', false, found ? await meanwhile(member, id) : errorMessage('appointment_not_found'))
		// The verb takes no other version than this one, so what is compared here is what it changes.
		const stands = spanStanding(line.starts_at, line.ends_at, line.employee_id)
		if (seen && !seen.includes(stands)) return movedMeanwhile(member, id, line, stands, 'resize')
		const wished = lines.map((one) => ({
			...{ service: one.service_id, employee: one.employee_id, origin: one.position, price: null, resource: null },
			minutes: one === line ? minutes : minutesOf(one),
		}))
		// What becomes shorter is no more unusual than before, unless somebody else then begins earlier.
		const shorter =
			minutes <= minutesOf(line) &&
			lines.every((one) => one.position <= position || one.employee_id === line.employee_id)
		const { data, error } = await change(client, found, wished, {}, shorter || textOf(form, 'trotzdem') === 'ja')
		if (!error) {
			const [people, now] = [data.lines.map(({ employee_id }) => employee_id), data.lines[lines.indexOf(line)]]
			const stood = now ? spanStanding(now.starts_at, now.ends_at, now.employee_id) : ''
			const moved = { start: data.starts_at, people, notice: data.notice, seen: stood, end: now?.ends_at }
			return { ...answer('resize', true, `Die Dauer ist geändert.${NOTICE_TEXTS[data.notice]}`), moved }
		}
		if (errorCode(error) === 'edited_meanwhile' && attempt === 0) continue
		return refused('resize', error, member, id)
	}
}

/**
 * Gives one line (`zeile`, its position) another room or device (`raum`), leaving everything else as it is. One that stands elsewhere than it was
 * seen (app/lib/seen.ts, with its room as the taker) stays.
 */
export async function changeRoom(member: Member, id: string, form: FormData): Promise<Outcome> {
	const { client, location } = member
	const [position, room] = [Number(textOf(form, 'zeile')), textOf(form, 'raum')]
	const seen = readSeen(form)
	if (!isUuid(room)) return answer('room', false, errorMessage('resource_not_found'))
	for (let attempt = 0; ; attempt++) {
		const found = await findForEdit(client, location, id)
		const lines = found ? inOrder(found.appointment.lines) : []
		const line = lines.find((one) => one.position === position)
		if (!found || !line)
			return answer('room', false, found ? await meanwhile(member, id) : errorMessage('appointment_not_found'))
		// As above: the verb takes no other version than this one.
		const stands = spanStanding(line.starts_at, line.ends_at, line.resource_id ?? '')
		if (seen && !seen.includes(stands)) return movedMeanwhile(member, id, line, stands, 'room')
		const wished = lines.map((one) => ({
			...{ service: one.service_id, employee: one.employee_id, origin: one.position, price: null },
			...{ minutes: minutesOf(one), resource: one === line ? room : null },
		}))
		const { data, error } = await change(client, found, wished, {}, true)
		if (!error) {
			const name = customerName(found.appointment)
			const is = data.lines[lines.indexOf(line)]
			const message = `${name}: jetzt in „${await roomName(client, room)}“. Zeit und Person bleiben.`
			return { ...answer('room', true, message), seen: is && spanStanding(is.starts_at, is.ends_at, room) }
		}
		const code = errorCode(error)
		if (code === 'edited_meanwhile' && attempt === 0) continue
		return code === 'resource_not_found' ? answer('room', false, OTHER_KIND) : refused('room', error, member, id)
	}
}

/**
 * Takes back what the member has just saved in the form of an appointment. `stand` is the version that this made, `zeilen` are the lines
 * as they were; the texts are in the history. Whatever somebody has changed since stays.
 */
export async function undoChange(member: Member, id: string, form: FormData): Promise<Outcome> {
	const { client, location, rights } = member
	const found = await findForEdit(client, location, id)
	if (!found) return answer('undo', false, errorMessage('appointment_not_found'))
	const changes = found.appointment.updated_at === textOf(form, 'stand') ? await lastChanges(client, id) : undefined
	if (!changes) return answer('undo', false, await meanwhile(member, id))
	// The package comes back with its lines.
	const texts = changes.flatMap((one) => (isOfLines(one) || one.what === 'package' ? [] : [[one.what, one.old]]))
	const wished = changes.some(isOfLines)
		? linesAgain(linesOfText(textOf(form, 'zeilen')), found.appointment.lines, rights.includes('appointment_price'))
		: undefined
	if (wished?.some(({ origin, price }) => origin === null && price === null)) return answer('undo', false, PRICE_GONE)
	const { data, error } = await change(client, found, wished, Object.fromEntries(texts), true)
	if (error) return refused('undo', error, member, id)
	return answer('undo', true, `Änderungen zurückgenommen.${data.notice === 'waiting' ? NOTICE_TEXTS.waiting : ''}`)
}

function change(
	client: Client,
	{ appointment }: ForEdit,
	wished: Wished[] | undefined,
	contact: Record<string, string>,
	anyway: boolean,
) {
	return call(client, 'change_appointment', movedContract, {
		...{ p_appointment: appointment.id, p_version: appointment.updated_at, p_anyway: anyway, p_notify: null },
		p_contact: contact,
		...(wished && {
			p_services: wished.map(({ service }) => service),
			p_employees: wished.map(({ employee }) => employee),
			p_minutes: wished.map(({ minutes }) => minutes),
			p_prices: wished.map(({ price }) => price),
			p_origins: wished.map(({ origin }) => origin),
			p_resources: wished.map(({ resource }) => resource),
		}),
	})
}

const isOfLines = ({ what }: Change): boolean => what === 'lines' || what === 'resource'

async function lastChanges(client: Client, id: string): Promise<Change[] | undefined> {
	const { data } = await client
		.from('shown_appointment_changes')
		.select('changes')
		.eq('appointment_id', id)
		.order('event_id', { ascending: false })
		.limit(1)
	return data?.[0]?.changes as Change[] | undefined
}

async function roomName(client: Client, room: string): Promise<string> {
	const { data } = await client.from('resources').select('name').eq('id', room).maybeSingle()
	return data?.name ?? ''
}

/** Somebody else has given the line another time, person or room since it was seen. */
async function movedMeanwhile(
	{ client, location }: Member,
	id: string,
	line: Line,
	stands: string,
	action: 'resize' | 'room',
): Promise<Outcome> {
	const [zone, now] = [location.time_zone, new Date()]
	const done = didText(await loadLastChange(client, id), 'den Termin', 'geändert', zone, now)
	const span = `${formatSoon(line.starts_at, zone, now)}–${formatTime(line.ends_at, zone)}`
	const room = action === 'room' && line.resource_id ? await roomName(client, line.resource_id) : ''
	const where = room ? ` in „${room}“` : ''
	return { ...answer(action, false, `${done}: ${line.service_name} jetzt ${span} Uhr${where}.`), meanwhile: stands }
}

async function refused(action: Outcome['action'], error: CodedError, member: Member, id: string): Promise<Outcome> {
	const zone = member.location.time_zone
	const code = errorCode(error)
	if (code === 'edited_meanwhile') return answer(action, false, await meanwhile(member, id))
	const against = againstTexts(readAgainst(error), zone)
	if (against.length === 0) return answer(action, false, errorMessage(code))
	const unusual = code === 'unusual_time'
	return {
		...answer(action, false, `${unusual || action === 'room' ? '' : 'Diese Zeit ist belegt. '}${against.join(' ')}`),
		unusual,
	}
}

function answer(action: Outcome['action'], ok: boolean, message: string): Outcome {
	return { ok, action, message, at: Date.now() }
}

const inOrder = (lines: Line[]): Line[] => lines.toSorted((one, other) => one.position - other.position)
