import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { ROOMS } from './rooms.ts'
import { askedWhose } from './whose.ts'

type Shown = Record<'tag' | 'ansicht' | 'person', string | undefined>

/** In the address of an appointment or a form beside the calendar: it was opened from the list of what is open, or from this page of the admin area. */
export const FROM = 'aus'
export const OPEN_LIST = 'offen'

/** In the address of that list: the request that was opened from it last. */
export const LAST = 'zuletzt'

/** What the calendar beside a panel shows, from the panel's address; the day and the person of what is entered there are `am` and `bei`. */
export function shownBy({ searchParams }: Pick<URL, 'searchParams'>): Shown {
	const [tag, ansicht] = ['tag', 'ansicht'].map((name) => searchParams.get(name) ?? undefined)
	return { tag, ansicht, person: askedWhose(searchParams) }
}

/** Where closing a form beside the calendar leads: to the page that it was opened from, else to the calendar alone. */
export function wayOut(url: Pick<URL, 'searchParams'>): string {
	return returnPath(url.searchParams.get(FROM), adminPaths.calendar(shownBy(url)))
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
		person: person === ROOMS || lines.some(({ employee_id }) => person?.includes(employee_id)) ? person : undefined,
	}
}
