import type { z } from 'zod'
import type { Enums } from '#app/database.types.ts'
import { formatDate, formatSoon, formatTime, localDate } from '#app/lib/dates.ts'
import type { boardContract, disruptionListContract } from './disruptions.contracts.ts'

export type DisruptionBoard = z.output<typeof boardContract>
export type DisruptionItem = DisruptionBoard['items'][number]
export type Disruption = z.output<typeof disruptionListContract>[number]
export type DisruptedCourse = DisruptionBoard['events'][number]
export type ItemState = Enums<'disruption_state'>

/** What the field says of a person, of a room or device, or of the whole location. */
export const whoOf = {
	person: (id: string) => `person:${id}`,
	resource: (id: string) => `resource:${id}`,
	location: 'location',
}

const STATE_NAMES: Record<ItemState, string> = {
	open: 'Offen',
	proposed: 'Vorgeschlagen',
	accepted: 'Angenommen',
	call: 'Anrufen',
	moved: 'Verschoben',
	cancelled: 'Abgesagt',
	kept: 'Bleibt',
}

const WHY: Record<NonNullable<DisruptionItem['why']>, string> = {
	declined: 'Hat den Vorschlag abgelehnt.',
	unanswered: 'Hat noch nicht geantwortet.',
	unreachable: 'Per E-Mail nicht zu erreichen.',
	nothing_free: 'Keine passende Zeit frei, oder es ist zu spät für eine E-Mail.',
}

/** Whether somebody still has to settle what becomes of it. */
export function isUnsettled({ state }: Pick<DisruptionItem, 'state'>): boolean {
	return state === 'open' || state === 'proposed' || state === 'call'
}

/** "Jonas fällt aus", "Raum 2 fällt aus" or "Der Standort bleibt geschlossen". */
export function titleOf(name: string | null): string {
	return name ? `${name} fällt aus` : 'Der Standort bleibt geschlossen'
}

/** "heute", "heute bis Mi., 25. Nov. 2026", "Mo., 23. Nov. 2026, 12:00 bis 18:00 Uhr": whole days are told without times. */
export function periodText(
	{ starts_at, ends_at }: Pick<Disruption, 'starts_at' | 'ends_at'>,
	zone: string,
	now: Date,
): string {
	const lastInstant = new Date(Date.parse(ends_at) - 60_000)
	const [first, last] = [localDate(starts_at, zone), localDate(lastInstant, zone)]
	const day = (instant: string | Date): string =>
		localDate(instant, zone) === localDate(now, zone) ? 'heute' : formatDate(instant, zone)
	const isMidnight = (instant: string): boolean =>
		localDate(instant, zone) !== localDate(new Date(Date.parse(instant) - 60_000), zone)
	if (isMidnight(starts_at) && isMidnight(ends_at))
		return first === last ? day(starts_at) : `${day(starts_at)} bis ${day(lastInstant)}`
	const end = first === last ? '' : `${day(lastInstant)}, `
	return `${day(starts_at)}, ${formatTime(starts_at, zone)} bis ${end}${isMidnight(ends_at) ? '24:00' : formatTime(ends_at, zone)} Uhr`
}

/** Whether it only got another room or device, at the same time. */
function isElsewhere({
	state,
	resource,
	starts_at,
	now_at,
}: Pick<DisruptionItem, 'state' | 'resource' | 'starts_at' | 'now_at'>) {
	return state === 'moved' && resource !== null && Date.parse(now_at) === Date.parse(starts_at)
}

/** "Offen", "Verschoben"; "Umgelegt" for what only got another room. */
export function stateName(item: DisruptionItem): string {
	return isElsewhere(item) ? 'Umgelegt' : STATE_NAMES[item.state]
}

/** What a row says below the name: why somebody has to phone, what is proposed until when, or where the appointment is now. */
export function itemText(item: DisruptionItem, zone: string, now: Date): string {
	const { state, why, proposal, now_at, resource } = item
	const parts = state === 'call' && why ? [WHY[why]] : []
	if (proposal) {
		const until =
			state === 'proposed' ? `, Antwort bis ${formatSoon(proposal.answer_by, zone, now)}` : ', noch reserviert'
		parts.push(`Vorschlag: ${formatSoon(proposal.starts_at, zone, now)} bei ${proposal.people.join(' und ')}${until}.`)
	}
	if (isElsewhere(item)) parts.push(`Jetzt: ${resource}.`)
	else if (state === 'accepted' || state === 'moved') parts.push(`Jetzt ${formatSoon(now_at, zone, now)}.`)
	return parts.join(' ')
}

/** "3 offen, 1 anrufen, 8 erledigt, 1 Kurs zu klären" */
export function countsText({
	unsettled,
	call,
	items,
	events,
	events_open: open,
}: Pick<Disruption, 'unsettled' | 'call' | 'items' | 'events' | 'events_open'>): string {
	if (items + events === 0) return 'keine Termine betroffen'
	const parts = [
		[unsettled - call, 'offen'],
		[call, 'anrufen'],
		[items - unsettled + events - open, 'erledigt'],
		[open, open === 1 ? 'Kurs zu klären' : 'Kurse zu klären'],
	] as const
	return parts
		.filter(([count]) => count > 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(', ')
}

/** "3 Termine, 1 Kurs, 2 zu klären" */
export function summaryText({ items, events }: Pick<DisruptionBoard, 'items' | 'events'>): string {
	const left = items.filter(isUnsettled).length + events.filter(({ state }) => state === 'open').length
	const counts = [
		...(items.length === 0 ? [] : [items.length === 1 ? '1 Termin' : `${items.length} Termine`]),
		...(events.length === 0 ? [] : [events.length === 1 ? '1 Kurs' : `${events.length} Kurse`]),
	]
	if (counts.length === 0) return 'keine Termine'
	return [...counts, left === 0 ? 'alles erledigt' : `${left} zu klären`].join(', ')
}

/** "Offen", "Abgesagt"; a course that changed only its person or room has not been moved in time. */
export function courseStateName({ state, starts_at, now_at }: DisruptedCourse): string {
	return state === 'moved' && Date.parse(starts_at) === Date.parse(now_at) ? 'Umgelegt' : STATE_NAMES[state]
}

/** What a row says below the name of a course: where it is now. */
export function courseText(
	{ state, starts_at, now_at, person, room }: DisruptedCourse,
	zone: string,
	now: Date,
): string {
	if (state !== 'moved') return ''
	const moved = Date.parse(starts_at) !== Date.parse(now_at)
	return `Jetzt ${[...(moved ? [formatSoon(now_at, zone, now)] : []), `bei ${person}`, ...(room ? [room] : [])].join(', ')}.`
}
