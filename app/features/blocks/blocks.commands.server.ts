import { randomUUID } from 'node:crypto'
import { meanwhileText, readMeanwhile } from '#app/features/appointments/meanwhile.ts'
import { addDays, formatSoon, formatTime, localDate, momentText, shortDay } from '#app/lib/dates.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readSeen, spanStanding } from '#app/lib/seen.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import {
	type Block,
	blockName,
	MOST_DATES,
	readTaker,
	repeatedDates,
	RHYTHMS,
	type Rhythm,
	type Taker,
	takes,
} from './block.ts'
import { loadBlock, loadBlocks, type Span, standingAt } from './blocks.queries.server.ts'

type Member = { client: Client; location: { id: string; time_zone: string } }
type Field = 'titel' | 'tag' | 'von' | 'bis' | 'person' | 'wiederholung' | 'ende'

/** What the form shows after an answer: what was typed, what is wrong, and what else is to be said. */
export type BlockState = {
	values: Record<string, string>
	errors: Partial<Record<Field, string>>
	message?: { kind: 'warning' | 'danger'; text: string }
}

/** What the calendar shows after a block was moved, removed or put back there. */
export type BlockOutcome = {
	ok: boolean
	message: string
	moved?: { start: string; end?: string; people: string[]; notice: 'none'; seen: string }
	/** As in the outcome of an appointment's move. */
	meanwhile?: string
	at: number
}

/** Enters what the form says, on each of its dates, or changes the block with this id; answers the first block's id, else what to show. */
export async function saveBlock(
	member: Member,
	id: string | undefined,
	form: FormData,
): Promise<{ id: string } | BlockState> {
	const said = saidIn(form)
	const values = Object.fromEntries([...form.keys()].map((name) => [name, said(name)]))
	const { wish, errors } = readWish(member, values, id === undefined)
	if (!wish) return { values, errors }
	return id === undefined ? enter(member, wish, values) : change(member, id, wish, values)
}

type Wish = { title: string; taker: Taker; dates: string[]; from: string; to: string }

function readWish({ location }: Member, values: Record<string, string>, fresh: boolean) {
	const today = localDate(new Date(), location.time_zone)
	const [day, from, to] = [readDate(values.tag, today), readTime(values.von), readTime(values.bis, { ends: true })]
	const rhythm = (fresh && Object.hasOwn(RHYTHMS, values.wiederholung ?? '') ? values.wiederholung : '') as Rhythm
	const until = rhythm ? readDate(values.ende, today) : { value: '', fault: undefined }
	const title = (values.titel ?? '').trim() || (values.wofuer ?? '').trim()
	const dates = day.value ? repeatedDates(day.value, rhythm, until.value) : []
	const taker = readTaker(values.person ?? '')
	const errors: BlockState['errors'] = {
		...(title.length > 120 && { titel: errorMessage('title_too_long') }),
		...(!taker && { person: 'Bitte wählen Sie, für wen die Sperrzeit gilt.' }),
		...(!day.value && { tag: day.fault ?? 'Bitte geben Sie den Tag an.' }),
		...(!from.value && { von: from.fault ?? 'Bitte geben Sie an, ab wann.' }),
		...(!to.value && { bis: to.fault ?? 'Bitte geben Sie an, bis wann.' }),
		...(from.value && to.value && to.value <= from.value && { bis: 'Das Ende liegt nach dem Anfang.' }),
		...(rhythm && !until.value && { ende: until.fault ?? 'Bitte geben Sie den letzten Tag an.' }),
		...(until.value && until.value < day.value && { ende: 'Der letzte Tag liegt nach dem ersten.' }),
		...(dates.length > MOST_DATES && { ende: `Auf einmal gehen höchstens ${MOST_DATES} Tage.` }),
	}
	if (Object.keys(errors).length > 0 || !taker) return { errors }
	return { errors, wish: { title, dates, taker, from: from.value, to: to.value } satisfies Wish }
}

/** Null when the clock skips one of the times on this date. */
function spanOn({ location: { time_zone: zone } }: Member, wish: Wish, date: string): Span | null {
	const starts = instantOf(`${date}T${wish.from}`, zone)
	const ends =
		wish.to === '24:00' ? instantOf(`${addDays(date, 1)}T00:00`, zone) : instantOf(`${date}T${wish.to}`, zone)
	return starts && ends && starts < ends ? { taker: wish.taker, starts, ends } : null
}

const NO_SUCH_TIME = 'Diese Uhrzeit gibt es an diesem Tag nicht.'

async function enter(member: Member, wish: Wish, values: Record<string, string>): Promise<{ id: string } | BlockState> {
	const { client, location } = member
	const series = wish.dates.length > 1 ? randomUUID() : null
	const refused: string[] = []
	let first = ''
	for (const date of wish.dates) {
		const span = spanOn(member, wish, date)
		const made = span && (await blockTime(member, span, wish.title, series))
		if (made && 'id' in made) first ||= made.id
		else if (made && made.code !== 'slot_taken')
			return { values, errors: { [FIELDS[made.code] ?? 'von']: errorMessage(made.code) } }
		else if (wish.dates.length === 1)
			return { values, errors: { von: span ? await taken(member, span) : NO_SUCH_TIME } }
		else {
			const names = span ? await standingAt(client, location, span) : [NO_SUCH_TIME]
			refused.push(`${shortDay(date)}: ${names.join(' und ') || 'schon belegt'}`)
		}
	}
	if (refused.length === 0) return { id: first }
	const done = wish.dates.length - refused.length
	const text = `${done} von ${wish.dates.length} Tagen ${done === 1 ? 'ist' : 'sind'} eingetragen. Nicht an diesen: ${refused.map((one) => one.replace(/\.$/, '')).join('; ')}.`
	return { values, errors: {}, message: { kind: 'warning', text } }
}

const FIELDS: Partial<Record<string, Field>> = { title_too_long: 'titel', not_allowed: 'person', block_times: 'bis' }

type Made = { id: string } | { code: string }

/** Blocks a time; who sends the same again after a broken connection finds it done. */
async function blockTime(member: Member, span: Span, title: string, series: string | null): Promise<Made> {
	const { client, location } = member
	const { data, error } = await client.rpc('block_time', {
		...{ p_location: location.id, p_starts_at: span.starts, p_ends_at: span.ends },
		...{ ...takenBy(span.taker), p_title: title, ...(series && { p_series: series }) },
	})
	if (!error) return { id: (data as unknown as Block).id }
	const code = errorCode(error)
	if (code !== 'slot_taken') return { code }
	const date = localDate(span.starts, location.time_zone)
	const same = (await loadBlocks(client, location, date, date)).find(
		(block) =>
			takes(block, span.taker) &&
			block.title === title &&
			Date.parse(block.starts_at) === Date.parse(span.starts) &&
			Date.parse(block.ends_at) === Date.parse(span.ends),
	)
	return same ? { id: same.id } : { code }
}

/** Refuses by name. */
async function taken({ client, location }: Member, span: Span, except = ''): Promise<string> {
	const names = await standingAt(client, location, span, except)
	return names.length > 0
		? `Da steht schon: ${names.join('; ')}.`
		: 'Diese Zeit ist schon belegt. Bitte wählen Sie eine andere.'
}

async function change(
	member: Member,
	id: string,
	wish: Wish,
	values: Record<string, string>,
): Promise<{ id: string } | BlockState> {
	const { client, location } = member
	const current = await loadBlock(client, location, id)
	if (!current) return { values, errors: {}, message: { kind: 'danger', text: errorMessage('block_not_found') } }
	const span = spanOn(member, wish, wish.dates[0] ?? '')
	if (!span) return { values, errors: { von: NO_SUCH_TIME } }
	const { error } = await changeBlock(member, id, span, {
		p_title: wish.title,
		p_version: values.stand || current.updated_at,
	})
	if (!error) return { id }
	const code = errorCode(error)
	if (code === 'edited_meanwhile') {
		const now = (await loadBlock(client, location, id)) ?? current
		const when = `${formatSoon(now.starts_at, location.time_zone, new Date())}–${formatTime(now.ends_at, location.time_zone)} Uhr`
		const moment = momentText(now.updated_at, location.time_zone, new Date())
		const text = `Das hat jemand ${moment} geändert: ${blockName(now)}, ${when}. Speichern Sie noch einmal, wenn Ihre Angaben gelten sollen.`
		return { values: { ...values, stand: now.updated_at }, errors: {}, message: { kind: 'warning', text } }
	}
	const text = code === 'slot_taken' ? await taken(member, span, id) : errorMessage(code)
	return { values, errors: { [FIELDS[code] ?? 'von']: text } }
}

const takenBy = ({ employee_id, resource_id }: Taker) => ({
	...(employee_id && { p_employee: employee_id }),
	...(resource_id && { p_resource: resource_id }),
})

/** A block of a room or device stays with it. */
function changeBlock(
	{ client }: Member,
	id: string,
	{ taker, starts, ends }: Span,
	more: { p_title?: string; p_version?: string; p_seen?: string[] },
) {
	return client.rpc('change_block', {
		...{ p_block: id, p_starts_at: starts, p_ends_at: ends, ...more },
		...(taker.employee_id && { p_employee: taker.employee_id }),
	})
}

/** Moves a block to a start (`start`, ISO 8601, or a date `tag` with a wall time `zeit`), a length (`ende`) or a person (`person`). */
export async function moveBlock(member: Member, id: string, form: FormData): Promise<BlockOutcome> {
	const { client, location } = member
	const said = saidIn(form)
	const block = await loadBlock(client, location, id)
	if (!block) return answer(false, errorMessage('block_not_found'))
	const typed = said('start') || instantOf(`${said('tag')}T${said('zeit')}`, location.time_zone) || block.starts_at
	const start = Date.parse(typed)
	const until = said('ende')
		? Date.parse(said('ende'))
		: start + Date.parse(block.ends_at) - Date.parse(block.starts_at)
	if (Number.isNaN(start) || Number.isNaN(until)) return answer(false, errorMessage('body_invalid'))
	const taker = isUuid(said('person')) ? { employee_id: said('person'), resource_id: null } : block
	const span = { taker, starts: new Date(start).toISOString(), ends: new Date(until).toISOString() }
	// What is read here says how long it is, so that much has been seen in any case.
	const seen = readSeen(form) ?? [standingOf(block, block.starts_at, block.ends_at)]
	const { error } = await changeBlock(member, id, span, { p_seen: seen })
	const end = said('ende') ? { end: span.ends } : {}
	const people = taker.employee_id ? [taker.employee_id] : []
	const moved = { start: span.starts, ...end, people, seen: standingOf(taker, span.starts, span.ends) }
	if (!error) return { ...answer(true, ''), moved: { ...moved, notice: 'none' } }
	const code = errorCode(error)
	return (
		movedMeanwhile(member, error, seen) ??
		answer(false, code === 'slot_taken' ? await taken(member, span, id) : errorMessage(code))
	)
}

/** What is said when somebody else has moved a block since it was seen. */
function movedMeanwhile({ location }: Member, error: CodedError, seen: string[]): BlockOutcome | undefined {
	const stands = errorCode(error) === 'moved_meanwhile' ? readMeanwhile(error.details) : undefined
	if (!stands) return undefined
	return { ...answer(false, meanwhileText(stands, seen, location.time_zone, new Date())), meanwhile: stands.seen }
}

/** Gives the time of a block back where it was seen (app/lib/seen.ts), with `folgende` that of all later ones of its series. */
export async function removeBlock(member: Member, id: string, form: FormData): Promise<BlockOutcome> {
	const following = form.get('folgende') === 'ja'
	const seen = readSeen(form)
	const { data, error } = await member.client.rpc('unblock_time', {
		...{ p_block: id, p_following: following, ...(seen && { p_seen: seen }) },
	})
	// Gone is gone, whoever did it.
	if (error && errorCode(error) !== 'block_not_found')
		return movedMeanwhile(member, error, seen ?? []) ?? answer(false, errorMessage(error))
	return answer(true, (data ?? 1) > 1 ? `${data} Sperrzeiten gelöscht` : 'Gelöscht')
}

/** Puts a block back that was removed. */
export async function restoreBlock(member: Member, form: FormData): Promise<BlockOutcome> {
	const said = saidIn(form)
	const taker = readTaker(said('person'))
	const [starts, ends] = [said('start'), said('ende')]
	if (!taker || Number.isNaN(Date.parse(starts)) || Number.isNaN(Date.parse(ends)))
		return answer(false, errorMessage('body_invalid'))
	const span = { taker, starts, ends }
	const series = isUuid(said('serie')) ? said('serie') : null
	const made = await blockTime(member, span, said('titel'), series)
	if ('id' in made) return answer(true, 'Rückgängig gemacht.')
	return answer(false, made.code === 'slot_taken' ? await taken(member, span) : errorMessage(made.code))
}

const standingOf = (taker: Taker, starts: string, ends: string): string =>
	spanStanding(starts, ends, taker.employee_id ?? taker.resource_id ?? '')

function answer(ok: boolean, message: string): BlockOutcome {
	return { ok, message, at: Date.now() }
}

/** Reads texts of a form, "" where there is none. */
function saidIn(form: FormData): (name: string) => string {
	return (name) => {
		const value = form.get(name)
		return typeof value === 'string' ? value : ''
	}
}
