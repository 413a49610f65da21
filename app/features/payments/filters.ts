import { readListDate } from '#app/lib/list-days.ts'
import { readPage } from '#app/lib/page-number.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { KIND_NAMES } from './words.ts'

export const PAGE_SIZE = 50

/** States as the list can be narrowed to them, by their word in the address. */
export const STATES = {
	bezahlt: { label: 'Bezahlt', of: 'paid' },
	offen: { label: 'Noch nicht bezahlt', of: 'waiting' },
	unterwegs: { label: 'Erstattung unterwegs', of: 'refunding' },
	erstattet: { label: 'Erstattet, ganz oder zum Teil', of: 'refunded' },
	fehlgeschlagen: { label: 'Fehlgeschlagen', of: 'failed' },
	verfallen: { label: 'Nicht bezahlt, verfallen', of: 'expired' },
	pruefen: { label: 'Zahlung prüfen', of: 'check' },
} as const

const SORTS = { zeit: 'time', '-zeit': '-time', betrag: 'amount', '-betrag': '-amount' } as const
export type PaymentSort = keyof typeof SORTS

export type PaymentFilters = {
	text: string
	state: keyof typeof STATES | ''
	kind: keyof typeof KIND_NAMES | ''
	/** Id of a location, or '' for all. */
	place: string
	/** Local dates, or nothing. */
	from: string
	to: string
	sort: PaymentSort
	page: number
}

/** Reads the filters of the list from the address; unreadable values are left out. @param today local date */
export function readPaymentFilters(query: URLSearchParams, today: string): PaymentFilters {
	const place = query.get('ort') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		state: keyOf(STATES, query.get('stand'), ''),
		kind: keyOf(KIND_NAMES, query.get('art'), ''),
		place: isUuid(place) ? place : '',
		from: readListDate(query.get('von'), today).value,
		to: readListDate(query.get('bis'), today).value,
		sort: keyOf(SORTS, query.get('sortierung'), '-zeit'),
		page: readPage(query.get('seite')),
	}
}

function keyOf<Words extends object, Other>(words: Words, asked: string | null, other: Other): keyof Words | Other {
	return Object.hasOwn(words, asked ?? '') ? (asked as keyof Words) : other
}

/** The query of another page of the same list. */
export function paymentQuery(filters: PaymentFilters, page = 1): Record<string, string | undefined> {
	return {
		suche: filters.text || undefined,
		stand: filters.state || undefined,
		art: filters.kind || undefined,
		ort: filters.place || undefined,
		von: filters.from || undefined,
		bis: filters.to || undefined,
		sortierung: filters.sort === '-zeit' ? undefined : filters.sort,
		seite: page > 1 ? String(page) : undefined,
	}
}

/** Whether the list shows a part of all payments only. */
export const isFiltered = ({ text, state, kind, place, from, to }: PaymentFilters): boolean =>
	[text, state, kind, place, from, to].some(Boolean)

/** The filters as `list_payments` takes them, but for its days. */
export const wishOf = ({ text, state, kind, place, sort }: PaymentFilters) => ({
	...{ p_text: text, p_state: state ? STATES[state].of : null, p_kind: kind || null },
	...{ p_location: place || null, p_sort: SORTS[sort] },
})
