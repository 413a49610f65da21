import { readPage } from '#app/lib/page-number.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { readDate, type Typed } from '#app/lib/typed-times.ts'
import type { State } from './appointment.ts'
import { STATE_NAMES } from './texts.ts'

export const PAGE_SIZE = 50

/** Orders of the list as the address names them, each with its column; a leading `-` reverses an order. */
export const SORTS = { zeit: 'starts_at', name: 'contact_name', gebucht: 'created_at', preis: 'total_cents' } as const
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

/** The column and direction of the order. By default it is by time, ascending if the list begins at a day. */
export function orderOf({ sort, from }: Pick<ListFilters, 'sort' | 'from'>): { column: string; ascending: boolean } {
	const wanted = sort || (from ? 'zeit' : '-zeit')
	return { column: SORTS[wanted.replace(/^-/, '') as keyof typeof SORTS], ascending: !wanted.startsWith('-') }
}

/** A day in a list that reaches into the past as well as the future. @param today local date */
export function readListDate(text: string | null, today: string): Typed {
	return readDate(text, today, 'nearest')
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

const COLUMNS = ['contact_name', 'for_name', 'contact_email', 'contact_phone']

/**
 * A PostgREST `or` condition that finds a text in mail, phone, the name of whoever booked or comes, or in other columns. A part of a
 * phone number is found in any spelling: numbers are stored with the country code, so the condition also contains the digits without
 * it, besides the text as typed.
 */
export function searchCondition(text: string, columns = COLUMNS): string {
	const wanted = text
		.replaceAll(/[\\%_*"(),]/g, ' ')
		.trim()
		.replaceAll(/\s+/g, '*')
	const digits = digitsOf(text)
	return columns
		.flatMap((column) => [
			`${column}.ilike."*${wanted}*"`,
			...(column === 'contact_phone' && digits ? [`${column}.ilike."*${digits}*"`] : []),
		])
		.join(',')
}

/** The digits of a text that looks like a part of a phone number, without the prefix for Germany; "" for any other text. */
function digitsOf(text: string): string {
	const digits = text.replaceAll(/\(0\)|[^+\d]/g, '')
	return /^[+\d ()/.-]*$/.test(text) && digits.length > 2 ? digits.replace(/^(\+49|0049|00|0|\+)/, '') : ''
}
