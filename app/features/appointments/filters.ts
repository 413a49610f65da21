import { readListDate } from '#app/lib/list-days.ts'
import { readPage } from '#app/lib/page-number.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { State } from './appointment.ts'
import { STATE_NAMES } from './texts.ts'

export const PAGE_SIZE = 50

/** Orders of the list as the address names them, each with its name in `list_appointments`; a leading `-` reverses an order. */
export const SORTS = { zeit: 'time', name: 'name', gebucht: 'created', preis: 'price' } as const
export type Sort = `${'' | '-'}${keyof typeof SORTS}`

export type ListFilters = {
	text: string
	state: State | ''
	person: string
	from: string
	to: string
	sort: Sort | ''
	page: number
}

/** Parameters in the address of the list. */
export const LIST_PARAMETERS = ['suche', 'status', 'person', 'von', 'bis', 'sortierung', 'seite', 'ansicht']

/** Reads the filters of the list from the address; unreadable values are left out. @param today local date */
export function readFilters(query: URLSearchParams, today: string): ListFilters {
	const state = query.get('status') ?? ''
	const person = query.get('person') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		state: Object.hasOwn(STATE_NAMES, state) ? (state as State) : '',
		person: isUuid(person) ? person : '',
		from: readListDate(query.get('von'), today).value,
		to: readListDate(query.get('bis'), today).value,
		sort: readSort(query.get('sortierung')),
		page: readPage(query.get('seite')),
	}
}

function readSort(text: string | null): Sort | '' {
	return Object.hasOwn(SORTS, (text ?? '').replace(/^-/, '')) ? (text as Sort) : ''
}

/** By time, ascending if the list begins at a day. */
export const usualSort = ({ from }: Pick<ListFilters, 'from'>): Sort => (from ? 'zeit' : '-zeit')

/** The order as `list_appointments` names it. */
export function orderOf(filters: Pick<ListFilters, 'sort' | 'from'>): string {
	const wanted = filters.sort || usualSort(filters)
	const name = SORTS[wanted.replace(/^-/, '') as keyof typeof SORTS]
	return wanted.startsWith('-') ? `-${name}` : name
}

/** The query of another page of the same list. */
export function pageQuery(filters: ListFilters, page: number): Record<string, string | undefined> {
	return {
		suche: filters.text || undefined,
		status: filters.state || undefined,
		person: filters.person || undefined,
		von: filters.from || undefined,
		bis: filters.to || undefined,
		sortierung: filters.sort || undefined,
		seite: page > 1 ? String(page) : undefined,
	}
}
