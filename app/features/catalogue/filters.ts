import { isDate } from '#app/lib/calendar-date.ts'
import { addDays, weekdayOf } from '#app/lib/dates.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'

/** Sort orders of the list; the names are those of `search_locations` and of the address. */
export const SORTS = ['next', 'distance', 'rating', 'price', 'relevance'] as const
export type Sort = (typeof SORTS)[number]

/** Parts of the day in minutes since midnight. */
export const DAY_PARTS = { vormittag: [0, 720], nachmittag: [720, 1020], abend: [1020, 1440] } as const
export type DayPart = keyof typeof DAY_PARTS

export const DAY_WORDS = ['heute', 'morgen', 'wochenende']

export const RADII = [2, 5, 10, 25, 50] as const
export const RATINGS = [3, 4, 4.5] as const

/** The text in "Wo" when a point decides: the visitor's own position, or the centre of a part of the map. */
export const NEARBY = 'In meiner Nähe'
export const MAP_AREA = 'Kartenausschnitt'

/** Businesses on a page, and the maximum to which one page can grow. */
export const PER_PAGE = 24
const MOST_SHOWN = 4 * PER_PAGE

export type Point = { latitude: number; longitude: number }
/** A part of the map, in degrees. */
export type Area = { west: number; south: number; east: number; north: number }

/** A visitor's search, as in the address. Empty text and null mean "does not matter". */
export type Filters = {
	what: string
	where: string
	/** Set only if `where` is NEARBY or MAP_AREA. */
	point: Point | null
	/** Set only if `where` is MAP_AREA; `point` is its centre then. */
	area: Area | null
	radiusKm: number | null
	/** `heute`, `morgen`, `wochenende` or a date (YYYY-MM-DD). */
	day: string
	/** Last date of a range that begins with `day`; empty for a single day. */
	dayTo: string
	dayPart: DayPart | ''
	/** Minutes since local midnight. */
	from: number | null
	to: number | null
	minPriceCents: number | null
	maxPriceCents: number | null
	minRating: number | null
	attributes: string[]
	/** Two-letter code of a language that somebody there speaks. */
	language: string
	/** Whether somebody works there at this moment. */
	openNow: boolean
	sort: Sort | ''
	/** The position where the list continues, from `search_locations`; it takes precedence over the page. */
	cursor: string
	page: number
	/** The number of businesses on the page; it grows with "Weitere anzeigen". A map shows as many as can be. */
	shown: number
	/** Whether the results are shown on a map. */
	onMap: boolean
}

/** Names of the parameters in the address. */
export const PARAMETERS = {
	what: 'was',
	where: 'wo',
	point: 'punkt',
	area: 'ausschnitt',
	radiusKm: 'umkreis',
	day: 'datum',
	firstDay: 'tag',
	lastDay: 'tag-bis',
	dayPart: 'tageszeit',
	from: 'von',
	to: 'bis',
	minPriceCents: 'preis-ab',
	maxPriceCents: 'preis',
	minRating: 'bewertung',
	attributes: 'merkmal',
	language: 'sprache',
	openNow: 'offen',
	sort: 'sort',
	page: 'seite',
	cursor: 'ab',
	shown: 'zeigen',
	view: 'ansicht',
} as const

/** The value of `ansicht` for the map. */
export const ON_MAP = 'karte'

/** Reads the filters from an address. Invalid values are left out and never cause an error. @param today local date */
export function readFilters(query: URLSearchParams, today: string): Filters {
	const text = (name: string): string => clean(query.get(name) ?? '')
	const number = (name: string, least: number, most: number): number | null => {
		const value = Number(text(name).replace(',', '.'))
		return text(name) !== '' && value >= least && value <= most ? value : null
	}
	const cents = (name: string): number | null => {
		const price = number(name, 0, 100_000)
		return price === null ? null : Math.round(price * 100)
	}
	// In the wrong order they mean the same.
	const [least, most] = [cents(PARAMETERS.minPriceCents) || null, cents(PARAMETERS.maxPriceCents)]
	const turned = least !== null && most !== null && least > most
	const dayPart = text(PARAMETERS.dayPart)
	const sort = text(PARAMETERS.sort)
	const where = text(PARAMETERS.where)
	const area = where === MAP_AREA ? readArea(text(PARAMETERS.area)) : null
	const point = where === NEARBY || where === MAP_AREA ? readPoint(text(PARAMETERS.point)) : null
	const onMap = text(PARAMETERS.view) === ON_MAP
	const shown = Math.min(MOST_SHOWN, Math.ceil((number(PARAMETERS.shown, 1, 1000) ?? 1) / PER_PAGE) * PER_PAGE)
	return {
		what: text(PARAMETERS.what),
		// Without a point these words name no place.
		where: !point && !area && (where === NEARBY || where === MAP_AREA) ? '' : where,
		...{ point: area ? centreOf(area) : point, area },
		radiusKm: number(PARAMETERS.radiusKm, 0.2, 200),
		...readDays(query, text, today),
		dayPart: dayPart in DAY_PARTS ? (dayPart as DayPart) : '',
		from: readMinute(text(PARAMETERS.from)),
		to: readMinute(text(PARAMETERS.to), { ends: true }),
		minPriceCents: turned ? most : least,
		maxPriceCents: turned ? least : most,
		minRating: number(PARAMETERS.minRating, 1, 5),
		attributes: [...new Set(query.getAll(PARAMETERS.attributes).map(clean))]
			.filter((value) => /^[a-z]+:[a-z-]+$/.test(value))
			.slice(0, 10),
		language: /^[a-z]{2}$/.test(text(PARAMETERS.language)) ? text(PARAMETERS.language) : '',
		openNow: text(PARAMETERS.openNow) === 'jetzt',
		cursor: readCursor(query.get(PARAMETERS.cursor) ?? ''),
		sort: SORTS.includes(sort as Sort) ? (sort as Sort) : '',
		page: Math.floor(number(PARAMETERS.page, 1, 80) ?? 1),
		...{ shown: onMap ? MOST_SHOWN : shown, onMap },
	}
}

/** Id of the first business added by "Weitere anzeigen". */
export const MORE = 'weitere'

/** The start of every list. */
export const BEGINNING: Pick<Filters, 'page' | 'cursor' | 'shown'> = { page: 1, cursor: '', shown: PER_PAGE }

/**
 * The number of businesses on the page after "Weitere anzeigen"; null when the page is long enough and the next ones need a
 * new page.
 */
export function moreShown(shown: number): number | null {
	return shown < MOST_SHOWN ? shown + PER_PAGE : null
}

/** A search for anything anywhere at any time. */
export const NO_FILTERS: Filters = {
	...{
		what: '',
		where: '',
		point: null,
		area: null,
		radiusKm: null,
		day: '',
		dayTo: '',
		dayPart: '',
		from: null,
		to: null,
	},
	...{ minPriceCents: null, maxPriceCents: null, minRating: null, attributes: [], language: '', openNow: false },
	...{ cursor: '', sort: '', page: 1, shown: PER_PAGE, onMap: false },
}

/** The query of an address for these filters, without empty ones: "?was=Massage&wo=Berlin" or "". */
export function filterQuery(filters: Filters): string {
	const query = new URLSearchParams()
	const add = (name: string, value: string | number | null): void => {
		if (value !== null && value !== '') query.append(name, String(value))
	}
	add(PARAMETERS.what, filters.what)
	add(PARAMETERS.where, filters.where)
	add(PARAMETERS.area, filters.area && areaText(filters.area))
	add(PARAMETERS.point, filters.area ? '' : filters.point && `${filters.point.latitude},${filters.point.longitude}`)
	add(PARAMETERS.radiusKm, filters.radiusKm)
	add(isDate(filters.day) ? PARAMETERS.firstDay : PARAMETERS.day, filters.day)
	add(PARAMETERS.lastDay, filters.dayTo)
	add(PARAMETERS.dayPart, filters.dayPart)
	add(PARAMETERS.from, clock(filters.from))
	add(PARAMETERS.to, clock(filters.to))
	add(PARAMETERS.minPriceCents, filters.minPriceCents === null ? null : filters.minPriceCents / 100)
	add(PARAMETERS.maxPriceCents, filters.maxPriceCents === null ? null : filters.maxPriceCents / 100)
	add(PARAMETERS.minRating, filters.minRating)
	for (const attribute of filters.attributes) add(PARAMETERS.attributes, attribute)
	add(PARAMETERS.language, filters.language)
	add(PARAMETERS.openNow, filters.openNow ? 'jetzt' : '')
	add(PARAMETERS.sort, filters.sort)
	add(PARAMETERS.cursor, filters.cursor)
	add(PARAMETERS.page, filters.page > 1 ? filters.page : null)
	add(PARAMETERS.shown, filters.shown > PER_PAGE && !filters.onMap ? filters.shown : null)
	add(PARAMETERS.view, filters.onMap ? ON_MAP : null)
	return query.size ? `?${query}` : ''
}

/** The first and last requested local date; null when any day will do. `today` is a local date. */
export function dateWindow(
	{ day, dayTo = '' }: { day: string; dayTo?: string },
	today: string,
): { from: string; to: string } | null {
	if (day === 'heute') return { from: today, to: today }
	if (day === 'morgen') return { from: addDays(today, 1), to: addDays(today, 1) }
	if (day === 'wochenende') {
		const weekday = weekdayOf(today)
		return { from: weekday > 5 ? today : addDays(today, 6 - weekday), to: addDays(today, 7 - weekday) }
	}
	const last = dayTo || day
	return last && last >= today ? { from: day > today ? day : today, to: last } : null
}

/** Texts in an address that are no valid day or time, by their parameter, with the reason. The filters leave them out. */
export type WhenFaults = Partial<Record<string, { typed: string; fault: string }>>

/** Finds such texts. @param today local date */
export function whenFaults(query: URLSearchParams, today: string): WhenFaults {
	const { firstDay, lastDay, day, from, to } = PARAMETERS
	const readers: [string, (text: string) => { fault?: string }][] = [
		...[firstDay, lastDay].map((name): [string, (text: string) => { fault?: string }] => [
			name,
			(text) => readDate(text, today),
		]),
		[day, (text) => (DAY_WORDS.includes(text) ? {} : readDate(text, today))],
		[from, (text) => readTime(text)],
		[to, (text) => readTime(text, { ends: true })],
	]
	const found: WhenFaults = {}
	for (const [name, read] of readers)
		for (const typed of query.getAll(name).map(clean)) {
			const { fault } = read(typed)
			if (fault) found[name] = { typed, fault }
		}
	return found
}

/** The same filters without past days, on which nothing is free. A range that has begun continues from today, a local date. */
export function fromToday(filters: Filters, today: string): Filters {
	const { day, dayTo } = filters
	if (!isDate(day) || day >= today) return filters
	return dayTo > today ? { ...filters, day: today } : { ...filters, day: dayTo === today ? today : '', dayTo: '' }
}

/** The requested part of the day in minutes since midnight; typed times take precedence over a part of the day. */
export function minuteWindow({ dayPart, from, to }: Filters): { from: number; to: number } | null {
	if (from !== null || to !== null) {
		const window = { from: from ?? 0, to: to ?? 1440 }
		return window.from < window.to ? window : null
	}
	if (!dayPart) return null
	const [first, last] = DAY_PARTS[dayPart]
	return { from: first, to: last }
}

/** Whether anything besides what, where and the page filters or sorts the list; such pages are hidden from search engines. */
export function isNarrowed(filters: Filters): boolean {
	return (
		filterQuery({
			...filters,
			what: '',
			where: '',
			point: null,
			area: null,
			page: 1,
			shown: PER_PAGE,
			onMap: false,
		}) !== ''
	)
}

/** The same search without its filters. */
export function onlyWhatAndWhere(filters: Filters): Filters {
	return { ...NO_FILTERS, what: filters.what, where: filters.where, point: filters.point, area: filters.area }
}

/** 570 → "09:30"; null stays null. */
export function clock(minute: number | null): string | null {
	if (minute === null) return null
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

// The database validates the cursor; this check only excludes other kinds of text.
function readCursor(text: string): string {
	return /^[a-z][a-z0-9.~-]{1,9000}$/.test(text) ? text : ''
}

function clean(text: string): string {
	return text
		.replace(/\p{Cc}/gu, ' ')
		.trim()
		.slice(0, 80)
}

// Days of a calendar take precedence over words; one of the two limits is enough, and their order does not matter.
function readDays(
	query: URLSearchParams,
	text: (name: string) => string,
	today: string,
): Pick<Filters, 'day' | 'dayTo'> {
	const bounds = [PARAMETERS.firstDay, PARAMETERS.lastDay].map((name) => readDate(text(name), today).value)
	const [first, last] = bounds.filter(Boolean).sort()
	if (first) return { day: first, dayTo: last && last !== first ? last : '' }
	const word =
		query
			.getAll(PARAMETERS.day)
			.map(clean)
			.find((each) => each !== '') ?? ''
	return { day: DAY_WORDS.includes(word) ? word : readDate(word, today).value, dayTo: '' }
}

// Three decimals are a hundred metres, which is enough for a search and reveals no more about the visitor than
// necessary.
function readPoint(text: string): Point | null {
	const found = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
	if (!found) return null
	const [latitude, longitude] = found.slice(1).map((value) => Math.round(Number(value) * 1000) / 1000)
	if (latitude === undefined || longitude === undefined) return null
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** "13.088,52.338,13.761,52.675": degrees west, south, east, north, to a hundred metres. */
export function areaText({ west, south, east, north }: Area): string {
	return [west, south, east, north].map((degrees) => String(Math.round(degrees * 1000) / 1000)).join(',')
}

/** Whether an address names a part of the map that is none. */
export function areaFault(query: URLSearchParams): string | null {
	const text = clean(query.get(PARAMETERS.area) ?? '')
	if (!text || readArea(text)) return null
	return 'Den Kartenausschnitt in dieser Adresse gibt es nicht. Sie sehen die Ergebnisse ohne ihn.'
}

function readArea(text: string): Area | null {
	if (!/^-?\d{1,3}(\.\d{1,9})?(,-?\d{1,3}(\.\d{1,9})?){3}$/.test(text)) return null
	const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
	const inside = west >= -180 && east <= 180 && south >= -90 && north <= 90
	return inside && west < east && south < north ? { west, south, east, north } : null
}

function centreOf({ west, south, east, north }: Area): Point {
	const middle = (one: number, other: number): number => Math.round(((one + other) / 2) * 1000) / 1000
	return { latitude: middle(south, north), longitude: middle(west, east) }
}

function readMinute(text: string, options?: { ends: boolean }): number | null {
	const { value } = readTime(text, options)
	return value ? Number(value.slice(0, 2)) * 60 + Number(value.slice(3)) : null
}
