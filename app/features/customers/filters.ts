import type { ViewedList } from '#app/features/saved-views/shown-views.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { readPage } from '#app/lib/page-number.ts'
import { type LastVisitFilter, lastVisitQuery, lastVisitWish, readLastVisit } from './last-visit-filter.ts'

export const PAGE_SIZE = 50

/** Status filters as the address names them, each with the name in `list_customers`. */
export const CONDITIONS = {
	kommen: { word: 'coming', label: 'Mit Termin' },
	neu: { word: 'new', label: 'Noch nie da' },
	lange: { word: 'away', label: 'Lange nicht da' },
	verpasst: { word: 'missed', label: 'Nicht erschienen' },
	geburtstag: { word: 'birthday', label: 'Bald Geburtstag' },
	gesperrt: { word: 'blocked', label: 'Gesperrt' },
} as const
export type Condition = keyof typeof CONDITIONS

/** Orders of the list as the address names them, each with the name in `list_customers`; a leading `-` reverses an order. */
export const SORTS = {
	...{
		name: 'name',
		zuletzt: 'last',
		naechster: 'next',
		besuche: 'visits',
		umsatz: 'spent',
		neu: 'created',
		geburtstag: 'birthday',
	},
} as const

/** Least values of all visits, in euros, that the filter offers. */
export const SPENT = [100, 250, 500, 1000, 2500] as const

/** `spent`: in euros; 0 for everybody. */
export type CustomerFilters = {
	text: string
	tag: string
	only: Condition | ''
	spent: number
	last: LastVisitFilter
	sort: string
	page: number
}

/** Reads the filters of the list from the address; unreadable values are left out. */
export function readCustomerFilters(query: URLSearchParams): CustomerFilters {
	const only = query.get('nur') ?? ''
	const sort = query.get('sortierung') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		tag: (query.get('merkmal') ?? '').trim().slice(0, 30),
		only: Object.hasOwn(CONDITIONS, only) ? (only as Condition) : '',
		spent: SPENT.find((euros) => String(euros) === query.get('ab')) ?? 0,
		last: readLastVisit(query),
		sort: Object.hasOwn(SORTS, sort.replace(/^-/, '')) ? sort : usualSort(only),
		page: readPage(query.get('seite')),
	}
}

/** The filters without birthdays for whoever does not see contact data: the database refuses them. */
export function seenFilters(filters: CustomerFilters, sees: boolean): CustomerFilters {
	if (sees) return filters
	const only = filters.only === 'geburtstag' ? '' : filters.only
	return { ...filters, only, sort: /^-?geburtstag$/.test(filters.sort) ? usualSort(only) : filters.sort }
}

/** Whose birthday comes is listed by day. */
const usualSort = (only: string): string => (only === 'geburtstag' ? only : 'name')

/** The filters in the form that `list_customers` expects. @param zone of the days */
export function wishOf({ text, tag, only, spent, last, sort }: CustomerFilters, zone = HOME_ZONE, now = new Date()) {
	return {
		...lastVisitWish(last, zone, now),
		p_text: text,
		p_tag: tag || undefined,
		p_only: only ? CONDITIONS[only].word : undefined,
		p_spent: spent ? spent * 100 : undefined,
		p_sort: sort.replace(/[a-z]+/, (name) => SORTS[name as keyof typeof SORTS]),
	}
}

/** The query of another page of the same list. */
export function customerQuery(
	{ text, tag, only, spent, last, sort }: CustomerFilters,
	page: number,
): Record<string, string | undefined> {
	return {
		...{ suche: text || undefined, merkmal: tag || undefined, nur: only || undefined },
		ab: spent ? String(spent) : undefined,
		...lastVisitQuery(last),
		sortierung: sort === usualSort(only) ? undefined : sort,
		seite: page > 1 ? String(page) : undefined,
	}
}

/** The query of the same list under another condition. An order that was chosen stays. */
export function conditionQuery(filters: CustomerFilters, only: Condition) {
	const sort = filters.sort === usualSort(filters.only) ? usualSort(only) : filters.sort
	return customerQuery({ ...filters, only, sort }, 1)
}

/** The list of customers, for its views. */
export const customerList: ViewedList = {
	hrefFor: adminPaths.customers,
	readQuery: (address) => customerQuery(readCustomerFilters(address), 1),
}
