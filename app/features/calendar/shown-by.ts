import { localDate } from '#app/lib/dates.ts'
import { ROOMS } from './rooms.ts'

type Shown = Record<'tag' | 'ansicht' | 'person', string | undefined>

/** In the address of an appointment beside the calendar: it was opened from the list of what is open. */
export const FROM = 'aus'
export const OPEN_LIST = 'offen'

/** In the address of that list: the request that was opened from it last. */
export const LAST = 'zuletzt'

/** What the calendar beside a panel shows, from the panel's address; the day and the person of what is entered there are `am` and `bei`. */
export function shownBy({ searchParams }: URL): Shown {
	const [tag, ansicht, person] = ['tag', 'ansicht', 'person'].map((name) => searchParams.get(name) ?? undefined)
	return { tag, ansicht, person }
}

/** The same calendar where it shows an appointment among what else is booked then. A month names no appointments. */
export function shownWith(
	{ ansicht, person }: Shown,
	{ starts_at, lines }: { starts_at: string; lines: { employee_id: string }[] },
	zone: string,
): Shown {
	return {
		tag: localDate(starts_at, zone),
		ansicht: ansicht === 'monat' ? undefined : ansicht,
		person: person === ROOMS || lines.some(({ employee_id }) => employee_id === person) ? person : undefined,
	}
}
