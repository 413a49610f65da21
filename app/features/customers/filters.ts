import type { ViewedList } from '#app/features/saved-views/shown-views.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readPage } from '#app/lib/page-number.ts'

export const PAGE_SIZE = 50

/** Status filters as the address names them, each with the name in `list_customers`. */
export const CONDITIONS = {
	kommen: { word: 'coming', label: 'Mit Termin' },
	neu: { word: 'new', label: 'Noch nie da' },
	lange: { word: 'away', label: 'Lange nicht da' },
	verpasst: { word: 'missed', label: 'Nicht erschienen' },
	gesperrt: { word: 'blocked', label: 'Gesperrt' },
} as const
export type Condition = keyof typeof CONDITIONS

/** Orders of the list as the address names them, each with the name in `list_customers`; a leading `-` reverses an order. */
export const SORTS = {
	...{ name: 'name', zuletzt: 'last', naechster: 'next', besuche: 'visits', umsatz: 'spent', neu: 'created' },
} as const

export type CustomerFilters = { text: string; tag: string; only: Condition | ''; sort: string; page: number }

/** Reads the filters of the list from the address; unreadable values are left out. */
export function readCustomerFilters(query: URLSearchParams): CustomerFilters {
	const only = query.get('nur') ?? ''
	const sort = query.get('sortierung') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		tag: (query.get('merkmal') ?? '').trim().slice(0, 30),
		only: Object.hasOwn(CONDITIONS, only) ? (only as Condition) : '',
		sort: Object.hasOwn(SORTS, sort.replace(/^-/, '')) ? sort : 'name',
		page: readPage(query.get('seite')),
	}
}

/** The filters in the form that `list_customers` expects. */
export function wishOf({ text, tag, only, sort }: CustomerFilters) {
	return {
		p_text: text,
		p_tag: tag || undefined,
		p_only: only ? CONDITIONS[only].word : undefined,
		p_sort: sort.replace(/[a-z]+/, (name) => SORTS[name as keyof typeof SORTS]),
	}
}

/** The query of another page of the same list. */
export function customerQuery({ text, tag, only, sort }: CustomerFilters, page: number) {
	return {
		...{ suche: text || undefined, merkmal: tag || undefined, nur: only || undefined },
		sortierung: sort === 'name' ? undefined : sort,
		seite: page > 1 ? String(page) : undefined,
	}
}

/** The list of customers, for its views. */
export const customerList: ViewedList = {
	hrefFor: adminPaths.customers,
	readQuery: (address) => customerQuery(readCustomerFilters(address), 1),
}
