import type { z } from 'zod'
import type { Enums } from '#app/database.types.ts'
import { movedContract, visitContract } from '#app/features/booking/booking.contracts.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type Against, againstContract } from '#app/features/explain/explain.contracts.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { FOLLOWING, type FollowingQuestion, questionText } from '#app/lib/following.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { localDate } from '#app/lib/dates.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Step } from './appointment.ts'
import type { Location } from './appointments.queries.server.ts'
import { BULK_ACTIONS, bulkText, canUndo, undoneText } from './bulk.ts'
import { PAGE_SIZE } from './filters.ts'
import { restoreText } from './meanwhile.ts'
import { moveFollowing, restoreFollowing } from './following.server.ts'
import { refusedMove } from './refused-move.server.ts'
import { cancelFollowing } from './series.server.ts'
import type { SeriesQuestion } from './series.ts'
import { appointmentStanding, readSeen } from '#app/lib/seen.ts'
import type { BulkOutcome } from '#app/ui/bulk-outcome.tsx'
import { isUuid } from '#app/lib/uuid.ts'
import { DONE_TEXTS, NOTICE_TEXTS, PAYMENT_ASKED, type Notice } from './texts.ts'

type MoveNotice = Enums<'move_notice'>

/** What a page shows after an action: a sentence and, for an error, its field and the typed value. */
export type Outcome = {
	ok: boolean
	action: Step | 'notify' | 'resize' | 'room' | 'undo' | 'repeat' | 'back' | 'write' | 'settle'
	message: string
	field?: 'tag' | 'zeit'
	typed?: { tag: string; zeit: string; notify: MoveNotice | null; person: string; reason: string }
	/**
	 * After a move: its start (ISO), the people who serve (ids, in the order of the lines), what happens to the mail to
	 * the customer, where it stands now (app/lib/seen.ts), and after a change of length the end of that line (ISO).
	 */
	moved?: { start: string; people: string[]; notice: Notice; seen: string; end?: string }
	/** After a change of the room of a line: where that line stands now. */
	seen?: string
	/** Refused because somebody else has moved it since: where it stands now, to be sent by whoever moves it all the same. */
	meanwhile?: string
	/** Of a repetition: what was typed, what is wrong, and what has to be decided. */
	series?: { values: Record<string, string>; errors: Record<string, string>; question?: SeriesQuestion }
	/** Of a step with the later ones of a series: what has to be decided first, or how moves are taken back: where each stood and stands. */
	following?: FollowingQuestion
	back?: { id: string; was: string; now: string }[]
	/** Refused because it is unusual; it can be done anyway. */
	unusual?: boolean
	/** Of a move: what is sent to do it anyway. */
	wish?: string
	/** The next free times after a refused move: instants (ISO), and how they are called. */
	next?: { start: string; label: string }[]
	/** Words to the customer that were refused. */
	words?: { message: string; typed: string }
	at: number
}

/** Carries out the action named in a form. @param id the appointment */
export async function act(client: Client, location: Location, id: string, form: FormData): Promise<Outcome> {
	if (text(form, 'intent') === 'notify') return notifyOfMove(client, id)
	const action = text(form, 'intent') as Step
	const notify = readNotify(form)
	const reason = text(form, 'grund').slice(0, 1000)
	const typed = { tag: text(form, 'tag'), zeit: text(form, 'zeit'), notify, person: text(form, 'person'), reason }
	const fail = (message: string, field?: Outcome['field']): Outcome => ({
		...{ ok: false, action, message, field, at: Date.now() },
		...(field ? { typed } : {}),
	})
	if (!isUuid(id) || !Object.hasOwn(DONE_TEXTS, action)) return fail(errorMessage('body_invalid'))
	const { start, fault } = action === 'reschedule' ? readStart(form, location) : { start: '' }
	if (fault) return fail(fault.message, fault.field)
	const person = isUuid(typed.person) ? typed.person : undefined
	const back = form.get('zurueck') === 'ja'
	if (action === 'cancel' && form.get('folgende') === 'ja') {
		const { data, error } = await cancelFollowing(client, id, reason)
		if (error) return fail(errorMessage(error))
		const message = data.cancelled === 1 ? DONE_TEXTS.cancel : `${data.cancelled} Termine der Serie sind abgesagt.`
		return { ok: true, action, message, at: Date.now() }
	}
	const said = text(form, 'trotzdem')
	const anyway = said === 'ja' || (start !== '' && said === moveName(start, person))
	const wish = { id, reason, start, notify, person, back, anyway, seen: readSeen(form) }
	const several = form.get(FOLLOWING) === 'ja' ? SEVERAL[action] : undefined
	const followed = await several?.(client, location, wish, form)
	if (followed && 'message' in followed) return { ok: true, action, at: Date.now(), ...followed }
	if (followed && 'question' in followed)
		return { ...fail(questionText(followed.question)), typed, following: followed.question }
	const { data, error } = followed ? { data: null, error: followed.error } : await VERBS[action](client, wish)
	if (error) {
		const doubt = errorCode(error) === 'restore_doubtful' && restoreText(error.details, location.time_zone, new Date())
		if (doubt) return { ...fail(doubt), unusual: true }
		if (action !== 'reschedule') return fail(errorMessage(error))
		const { message, shown, ...refused } = await refusedMove(client, location, wish, error)
		return { ...fail(message, 'tag'), ...refused, typed: { ...typed, ...shown } }
	}
	const moved = data && 'notice' in data ? movedTo(data) : undefined
	const awaits = action === 'confirm' && data && 'state' in data && data.state === 'awaiting_payment'
	const done = action === 'arrive' && back ? 'Vermerkt: noch nicht da.' : awaits ? PAYMENT_ASKED : DONE_TEXTS[action]
	const message = `${done}${moved ? NOTICE_TEXTS[moved.notice] : ''}`
	return { ok: true, action, message, ...(moved ? { moved } : {}), at: Date.now() }
}

/** Names a move; a question about an unusual time is answered for this one alone. */
export function moveName(start: string, person = ''): string {
	return `${new Date(start).toISOString()} ${person}`
}

/** Orders the mail about moves that the customer does not know of yet. */
async function notifyOfMove(client: Client, id: string): Promise<Outcome> {
	const answer = (ok: boolean, message: string): Outcome => ({ ok, action: 'notify', message, at: Date.now() })
	if (!isUuid(id)) return answer(false, errorMessage('body_invalid'))
	const { data, error } = await call(client, 'notify_of_move', movedContract, { p_appointment: id })
	if (error) return answer(false, errorMessage(error))
	const waits = data.notice === 'waiting'
	return answer(true, waits ? 'Die E-Mail geht gleich hinaus.' : 'Darüber geht keine weitere E-Mail hinaus.')
}

/** The form's choice about the mail to the customer; null if the form does not ask, so that the location's setting counts. */
function readNotify(form: FormData): MoveNotice | null {
	const said = form.getAll('mitteilung')
	if (said.includes('ja')) return 'always'
	return said.length > 0 ? 'never' : null
}

function movedTo(visit: z.output<typeof movedContract>): Outcome['moved'] {
	const { starts_at: start, lines, notice } = visit
	return { start, people: lines.map(({ employee_id }) => employee_id), notice, seen: appointmentStanding(visit) }
}

/** Carries out one action on the chosen appointments (`ids`), one after the other, or takes it back (`undo`); right and state are checked for each. */
export async function actOnMany(client: Client, form: FormData): Promise<BulkOutcome> {
	const asked = form.get('intent')
	const action = asked === 'undo' ? 'reopen' : BULK_ACTIONS.find((name) => name === asked)
	const ids = [...new Set(form.getAll('ids').map(String))].filter(isUuid).slice(0, PAGE_SIZE)
	const at = Date.now()
	if (!action) return { kind: 'danger', message: errorMessage('body_invalid'), at }
	if (ids.length === 0) return { kind: 'danger', message: 'Bitte wählen Sie mindestens einen Termin.', at }
	const refused: string[] = []
	const changed: string[] = []
	for (const id of ids) {
		const { error } = await VERBS[action](client, { id, reason: '', start: '' })
		if (error) refused.push(errorMessage(error))
		else changed.push(id)
	}
	const done = changed.length
	return {
		kind: refused.length === 0 ? 'success' : done > 0 ? 'warning' : 'danger',
		message: action === 'reopen' ? undoneText(done, refused) : bulkText(action, done, refused),
		at,
		...(action !== 'reopen' && canUndo(action) && done > 0 ? { undo: { ids: changed, intent: 'undo' } } : {}),
	}
}

type Wish = {
	id: string
	reason: string
	start: string
	person?: string
	notify?: MoveNotice | null
	/** Moves it although the time is unusual, or takes a cancellation back although that is doubtful. */
	anyway?: boolean
	/** Takes a mark back. */
	back?: boolean
	/** Where it was seen (app/lib/seen.ts); elsewhere it is not moved. */
	seen?: string[]
}

type Visit = z.output<typeof visitContract> | z.output<typeof movedContract>
type Verb = (client: Client, wish: Wish) => PromiseLike<{ data: Visit | null; error: CodedError | null }>

const VERBS: Record<Step, Verb> = {
	confirm: (client, { id }) => call(client, 'confirm_appointment', visitContract, { p_appointment: id }),
	decline: (client, { id, reason }) =>
		call(client, 'decline_appointment', visitContract, { p_appointment: id, p_reason: reason }),
	cancel: (client, { id, reason }) =>
		call(client, 'cancel_appointment', visitContract, { p_appointment: id, p_reason: reason }),
	arrive: (client, { id, back = false }) =>
		call(client, 'mark_arrived', visitContract, { p_appointment: id, p_arrived: !back }),
	restore: (client, { id, anyway = false }) =>
		call(client, 'restore_appointment', visitContract, { p_appointment: id, p_anyway: anyway }),
	complete: (client, { id }) => call(client, 'complete_appointment', visitContract, { p_appointment: id }),
	reopen: (client, { id }) => call(client, 'reopen_appointment', visitContract, { p_appointment: id }),
	no_show: (client, { id }) => call(client, 'mark_no_show', visitContract, { p_appointment: id }),
	reschedule: (client, { id, start, person, reason, notify = null, anyway = false, seen }) =>
		call(client, 'reschedule_appointment', movedContract, {
			p_appointment: id,
			p_starts_at: start,
			p_employee: person,
			p_reason: reason,
			p_notify: notify,
			p_anyway: anyway,
			p_seen: seen,
		}),
}

/** Steps that can be taken with the later ones of a series at once. */
const SEVERAL: Partial<Record<Step, typeof moveFollowing | typeof restoreFollowing>> = {
	reschedule: moveFollowing,
	restore: restoreFollowing,
}

type Start = { start: string; fault?: undefined } | { start: ''; fault: { field: 'tag' | 'zeit'; message: string } }

/**
 * The requested start as an instant, from a chosen free time (`start`) or from the typed day and time (`tag`, `zeit`); or what is
 * wrong with them.
 */
export function readStart(form: FormData, location: Location): Start {
	const wrong = (field: 'tag' | 'zeit', message: string): Start => ({ start: '', fault: { field, message } })
	const chosen = Date.parse(text(form, 'start'))
	if (!Number.isNaN(chosen)) return { start: new Date(chosen).toISOString() }
	const [day, time] = [
		readDate(text(form, 'tag'), localDate(new Date(), location.time_zone)),
		readTime(text(form, 'zeit')),
	]
	if (day.fault) return wrong('tag', day.fault)
	if (!day.value) return wrong('tag', 'Bitte geben Sie den Tag an.')
	if (time.fault) return wrong('zeit', time.fault)
	if (!time.value) return wrong('zeit', 'Bitte geben Sie die Uhrzeit an.')
	const start = instantOf(`${day.value}T${time.value}`, location.time_zone)
	return start ? { start } : wrong('zeit', 'Diese Uhrzeit gibt es an diesem Tag nicht.')
}

export type NewAppointment = {
	services: string[]
	person: string
	start: string
	contact: { name: string; email: string; phone: string; for_name: string; customer_id?: string }
	note: string
	notify: boolean
	/** Makes a repeated submission return the same appointment. */
	key?: string
	/** Books the time although something about it is unusual. */
	anyway: boolean
	/** How long it takes altogether; null: as long as its services. */
	minutes: number | null
}

/** Books by hand; returns the id of the appointment, or the code of the error, the reasons against the time, and how many minutes it takes at least. */
export async function createAppointment(
	client: Client,
	location: Location,
	wish: NewAppointment,
): Promise<{ id: string } | { code: string; against: Against; least?: number }> {
	const { data, error } = await call(client, 'create_appointment', visitContract, {
		p_location: location.id,
		p_services: wish.services,
		p_starts_at: wish.start,
		p_employee: wish.person || null,
		p_contact: wish.contact,
		p_anyway: wish.anyway,
		p_minutes: wish.minutes,
		p_note: wish.note,
		p_notify: wish.notify,
		p_idempotency_key: wish.key,
	})
	if (error) {
		const code = errorCode(error)
		const least = code === 'range_too_short' ? Number(error.details) : undefined
		return { code, against: readAgainst(error), least }
	}
	return { id: data.id }
}

/** Reads the detail of a refused time; empty for other errors. */
export function readAgainst({ details }: CodedError): Against {
	if (!details?.startsWith('[')) return []
	return againstContract.safeParse(JSON.parse(details)).data ?? []
}

function text(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value.trim() : ''
}
