import { addDays, weekdayOf } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { type DayPart, type Filters, RADII } from './filters.ts'
import { ATTRIBUTES } from './texts.ts'

/** A choice that is a link: what it says, where it leads, and whether it is made. */
export type QuickFilter = { words: string; href: string; chosen: boolean }
export type QuickDay = QuickFilter & {
	date: string
	/** How many businesses are free then; null where they are not counted. */
	free: number | null
}

/** A filter with several values, which unfold. */
export type QuickMenu = { words: string; chosen: boolean; options: QuickFilter[] }

const DAYS_SHOWN = 7
/** Whole euros. */
const PRICES = [30, 50, 80, 150]
// The others are in the panel; these fit beside the switch to the map.
const QUICK_ATTRIBUTES = ['payment:card', 'access:wheelchair']
const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']
const PARTS: [part: DayPart | '', words: string][] = [
	['', 'Ganzer Tag'],
	['vormittag', 'Vormittag'],
	['nachmittag', 'Nachmittag'],
	['abend', 'Abend'],
]
const WORDS: Record<number, string> = { 0: 'heute', 1: 'morgen' }

/** The local dates of the strip. @param today local date */
export const daysAhead = (today: string): string[] =>
	Array.from({ length: DAYS_SHOWN }, (_, ahead) => addDays(today, ahead))

/**
 * The choices above the list that most visitors need: the next days, parts of the day, and a few filters. Each keeps the rest of the
 * search; a second use of a filter takes it back.
 */
export function quickFilters(
	filters: Filters,
	today: string,
	href: (changes: Partial<Filters>) => string,
	{ free = null, hasPlace = false }: { free?: number[] | null; hasPlace?: boolean } = {},
) {
	const any = {
		words: 'Jeder Tag',
		date: '',
		free: null,
		href: href({ day: '', dayTo: '' }),
		chosen: filters.day === '',
	}
	const next = daysAhead(today).map((date, ahead) => {
		const day = WORDS[ahead] ?? date
		return {
			words: ahead === 0 ? 'Heute' : (WEEKDAYS[weekdayOf(date) - 1] ?? ''),
			date: `${Number(date.slice(8))}.`,
			free: free?.[ahead] ?? null,
			href: href({ day, dayTo: '' }),
			chosen: !filters.dayTo && [day, date].includes(filters.day),
		}
	})
	const untimed = filters.from === null && filters.to === null
	const parts = PARTS.map(([part, words]) => ({
		words,
		href: href({ dayPart: part, from: null, to: null }),
		chosen: untimed && filters.dayPart === part,
	}))
	const { minRating, openNow, attributes } = filters
	const others = (value: string): string[] => attributes.filter((one) => one !== value)
	const having = (value: string): QuickFilter => {
		const chosen = attributes.includes(value)
		return {
			...{ words: ATTRIBUTES[value] ?? '', chosen },
			href: href({ attributes: chosen ? others(value) : [...attributes, value] }),
		}
	}
	const more: QuickFilter[] = [
		{ words: 'ab 4 Sternen', href: href({ minRating: minRating === 4 ? null : 4 }), chosen: minRating === 4 },
		{ words: 'Jetzt geöffnet', href: href({ openNow: !openNow }), chosen: openNow },
		...QUICK_ATTRIBUTES.map(having),
	]
	const { radiusKm, maxPriceCents } = filters
	const around = RADII.map((km) => ({
		words: `${formatNumber(km)} km`,
		href: href({ radiusKm: km }),
		chosen: radiusKm === km,
	}))
	const upTo = PRICES.map((euros) => ({
		words: `bis ${formatNumber(euros)} €`,
		href: href({ minPriceCents: null, maxPriceCents: euros * 100 }),
		chosen: maxPriceCents === euros * 100 && filters.minPriceCents === null,
	}))
	const menus: QuickMenu[] = [
		...(hasPlace
			? [
					menu('Umkreis', around, {
						words: 'Nur der gesuchte Ort',
						href: href({ radiusKm: null }),
						chosen: radiusKm === null,
					}),
				]
			: []),
		menu('Preis', upTo, {
			words: 'Jeder Preis',
			href: href({ minPriceCents: null, maxPriceCents: null }),
			chosen: maxPriceCents === null && filters.minPriceCents === null,
		}),
	]
	return { menus, days: [any, ...next] satisfies QuickDay[], parts, more }
}

function menu(name: string, values: QuickFilter[], none: QuickFilter): QuickMenu {
	const value = values.find(({ chosen }) => chosen)
	return { words: value ? `${name} ${value.words}` : name, chosen: value !== undefined, options: [none, ...values] }
}
