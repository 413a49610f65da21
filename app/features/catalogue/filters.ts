import { addDays, weekdayOf } from '#app/lib/dates.ts'

/** Sort orders of the list; the words are those of `search_locations` and of the address. */
export const SORTS = ['next', 'distance', 'rating', 'price'] as const
export type Sort = (typeof SORTS)[number]

/** Parts of the day in minutes since midnight. */
export const DAY_PARTS = { vormittag: [0, 720], nachmittag: [720, 1020], abend: [1020, 1440] } as const
export type DayPart = keyof typeof DAY_PARTS

export const RADII = [2, 5, 10, 25, 50] as const
export const RATINGS = [3, 4, 4.5] as const

/** What the visitor looks for, as it stands in the address. Empty text and null mean "does not matter". */
export type Filters = {
	what: string
	where: string
	radiusKm: number | null
	/** `heute`, `morgen`, `wochenende` or a date (YYYY-MM-DD). */
	day: string
	dayPart: DayPart | ''
	/** Minutes since local midnight. */
	from: number | null
	to: number | null
	maxPriceCents: number | null
	minRating: number | null
	attributes: string[]
	sort: Sort | ''
	page: number
}

/** Names of the parameters in the address. */
export const PARAMETERS = {
	what: 'was',
	where: 'wo',
	radiusKm: 'umkreis',
	day: 'datum',
	otherDay: 'tag',
	dayPart: 'tageszeit',
	from: 'von',
	to: 'bis',
	maxPriceCents: 'preis',
	minRating: 'bewertung',
	attributes: 'merkmal',
	sort: 'sort',
	page: 'seite',
} as const

/** Reads the filters from an address. Whatever makes no sense is left out, never an error. */
export function readFilters(query: URLSearchParams): Filters {
	const text = (name: string): string => clean(query.get(name) ?? '')
	const number = (name: string, least: number, most: number): number | null => {
		const value = Number(text(name).replace(',', '.'))
		return text(name) !== '' && value >= least && value <= most ? value : null
	}
	const price = number(PARAMETERS.maxPriceCents, 0, 100_000)
	const dayPart = text(PARAMETERS.dayPart)
	const sort = text(PARAMETERS.sort)
	return {
		what: text(PARAMETERS.what),
		where: text(PARAMETERS.where),
		radiusKm: number(PARAMETERS.radiusKm, 1, 200),
		day: readDay(text(PARAMETERS.otherDay)) || readDay(text(PARAMETERS.day)),
		dayPart: dayPart in DAY_PARTS ? (dayPart as DayPart) : '',
		from: readMinute(text(PARAMETERS.from)),
		to: readMinute(text(PARAMETERS.to)),
		maxPriceCents: price === null ? null : Math.round(price * 100),
		minRating: number(PARAMETERS.minRating, 1, 5),
		attributes: [...new Set(query.getAll(PARAMETERS.attributes).map(clean))]
			.filter((value) => /^[a-z]+:[a-z-]+$/.test(value))
			.slice(0, 10),
		sort: SORTS.includes(sort as Sort) ? (sort as Sort) : '',
		page: Math.floor(number(PARAMETERS.page, 1, 400) ?? 1),
	}
}

/** The query of an address for these filters, without what does not matter: "?was=Massage&wo=Berlin" or "". */
export function filterQuery(filters: Filters): string {
	const query = new URLSearchParams()
	const add = (name: string, value: string | number | null): void => {
		if (value !== null && value !== '') query.append(name, String(value))
	}
	add(PARAMETERS.what, filters.what)
	add(PARAMETERS.where, filters.where)
	add(PARAMETERS.radiusKm, filters.radiusKm)
	add(PARAMETERS.day, filters.day)
	add(PARAMETERS.dayPart, filters.dayPart)
	add(PARAMETERS.from, clock(filters.from))
	add(PARAMETERS.to, clock(filters.to))
	add(PARAMETERS.maxPriceCents, filters.maxPriceCents === null ? null : filters.maxPriceCents / 100)
	add(PARAMETERS.minRating, filters.minRating)
	for (const attribute of filters.attributes) add(PARAMETERS.attributes, attribute)
	add(PARAMETERS.sort, filters.sort)
	add(PARAMETERS.page, filters.page > 1 ? filters.page : null)
	return query.size ? `?${query}` : ''
}

/** The first and last local date that is meant; null when any day will do. `today` is a local date. */
export function dateWindow(day: string, today: string): { from: string; to: string } | null {
	if (day === 'heute') return { from: today, to: today }
	if (day === 'morgen') return { from: addDays(today, 1), to: addDays(today, 1) }
	if (day === 'wochenende') {
		const weekday = weekdayOf(today)
		return { from: weekday > 5 ? today : addDays(today, 6 - weekday), to: addDays(today, 7 - weekday) }
	}
	return day && day >= today ? { from: day, to: day } : null
}

/** The part of the day that is meant, in minutes since midnight; the typed times go before the part of the day. */
export function minuteWindow({ dayPart, from, to }: Filters): { from: number; to: number } | null {
	if (from !== null || to !== null) {
		const window = { from: from ?? 0, to: to ?? 1440 }
		return window.from < window.to ? window : null
	}
	if (!dayPart) return null
	const [first, last] = DAY_PARTS[dayPart]
	return { from: first, to: last }
}

/** Whether anything besides what, where and the page narrows or sorts the list: such pages are not for search engines. */
export function isNarrowed(filters: Filters): boolean {
	return filterQuery({ ...filters, what: '', where: '', page: 1 }) !== ''
}

/** The same search without everything that narrows it. */
export function onlyWhatAndWhere(filters: Filters): Filters {
	return { ...readFilters(new URLSearchParams()), what: filters.what, where: filters.where }
}

/** 570 → "09:30"; null stays null. */
export function clock(minute: number | null): string | null {
	if (minute === null) return null
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function clean(text: string): string {
	return text
		.replace(/\p{Cc}/gu, ' ')
		.trim()
		.slice(0, 80)
}

function readDay(text: string): string {
	if (['heute', 'morgen', 'wochenende'].includes(text)) return text
	const date = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
	return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

function readMinute(text: string): number | null {
	const found = /^(\d{1,2}):(\d{2})$/.exec(text)
	if (!found) return null
	const minute = Number(found[1]) * 60 + Number(found[2])
	return Number(found[2]) < 60 && minute <= 1440 ? minute : null
}
