import { readListDate } from '#app/lib/list-days.ts'
import { readPage } from '#app/lib/page-number.ts'

export const PAGE_SIZE = 50

/** States that the list can be narrowed to, by their word in the address, each with its name in `list_event_page`. */
export const EVENT_STATES = {
	frei: { label: 'Plätze frei', name: 'free' },
	voll: { label: 'Ausgebucht', name: 'full' },
	warten: { label: 'Mit Warteliste', name: 'waiting' },
	abgesagt: { label: 'Abgesagt', name: 'cancelled' },
} as const

/** Orders of the list in the same way; a leading `-` reverses one. */
const SORTS = { zeit: 'time', name: 'name', plaetze: 'taken', preis: 'price' } as const
export type EventSort = `${'' | '-'}${keyof typeof SORTS}`

export type EventFilters = {
	text: string
	state: keyof typeof EVENT_STATES | ''
	/** Coming ones, past ones (latest first), or all. */
	time: '' | 'vorbei' | 'alle'
	/** Local dates, or nothing. */
	from: string
	to: string
	sort: EventSort | ''
	page: number
}

/** Reads the filters of the list from the address; unreadable values are left out. @param today local date */
export function readEventFilters(query: URLSearchParams, today: string): EventFilters {
	const state = query.get('stand') ?? ''
	const sort = query.get('sortierung') ?? ''
	const time = query.get('zeit')
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		state: Object.hasOwn(EVENT_STATES, state) ? (state as keyof typeof EVENT_STATES) : '',
		time: time === 'vorbei' || time === 'alle' ? time : '',
		from: readListDate(query.get('von'), today).value,
		to: readListDate(query.get('bis'), today).value,
		sort: Object.hasOwn(SORTS, sort.replace(/^-/, '')) ? (sort as EventSort) : '',
		page: readPage(query.get('seite')),
	}
}

/** The order that is shown: what comes next first, of past ones the latest. */
export const usualSort = ({ time }: Pick<EventFilters, 'time'>): EventSort => (time === '' ? 'zeit' : '-zeit')

/** The order as `list_event_page` names it. */
export function orderOf(filters: Pick<EventFilters, 'sort' | 'time'>): string {
	const wanted = filters.sort || usualSort(filters)
	const name = SORTS[wanted.replace(/^-/, '') as keyof typeof SORTS]
	return wanted.startsWith('-') ? `-${name}` : name
}

/** The query of another page of the same list. */
export function eventQuery(filters: EventFilters, page = 1): Record<string, string | undefined> {
	return {
		suche: filters.text || undefined,
		stand: filters.state || undefined,
		zeit: filters.time || undefined,
		von: filters.from || undefined,
		bis: filters.to || undefined,
		sortierung: filters.sort || undefined,
		seite: page > 1 ? String(page) : undefined,
	}
}
