import { HOME_ZONE } from '#app/lib/dates.ts'
import type { CustomerPage } from './customers.queries.server.ts'

export type Visit = CustomerPage['visits'][number]
export type Mail = CustomerPage['messages'][number]

/** What the history shows: everything, or one kind. */
export const HISTORY_VIEWS = { alles: 'Alles', termine: 'Termine', nachrichten: 'Nachrichten' } as const
export type HistoryView = keyof typeof HISTORY_VIEWS

export function readHistoryView(text: string | null): HistoryView {
	return text !== null && Object.hasOwn(HISTORY_VIEWS, text) ? (text as HistoryView) : 'alles'
}

export type Entry = { id: string; at: string; visit: Visit } | { id: string; at: string; mail: Mail }

/** Visits and messages of a customer in one line of time, the latest first. */
export function historyOf(visits: Visit[], messages: Mail[], view: HistoryView): Entry[] {
	const entries: Entry[] = [
		...(view === 'nachrichten' ? [] : visits.map((visit) => ({ id: visit.id, at: visit.starts_at, visit }))),
		...(view === 'termine' ? [] : messages.map((mail) => ({ id: mail.id, at: mail.sent_at ?? mail.created_at, mail }))),
	]
	return entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The soonest visit to come; undefined when nothing is booked. */
export function nextVisit(visits: Visit[], now: Date): Visit | undefined {
	return visits.findLast(
		({ state, starts_at }) => (state === 'confirmed' || state === 'requested') && Date.parse(starts_at) > now.getTime(),
	)
}

/** "Schnitt, Farbe" */
export const servicesOf = ({ lines }: Visit): string =>
	lines
		.toSorted((one, other) => one.position - other.position)
		.map((line) => line.service_name)
		.join(', ')

/** "Anna, Ben" */
export const peopleOf = ({ lines }: Visit): string =>
	[...new Set(lines.map(({ employees }) => employees?.name ?? '–'))].join(', ')

/** The zone for naming a customer's days: that of the latest visit. */
export const zoneOf = (visits: Visit[]): string => visits[0]?.locations.time_zone ?? HOME_ZONE
