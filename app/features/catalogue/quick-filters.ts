import { addDays, weekdayOf } from '#app/lib/dates.ts'
import type { DayPart, Filters } from './filters.ts'
import { ATTRIBUTES } from './texts.ts'

/** A choice that is a link: what it says, where it leads, and whether it is made. */
export type QuickFilter = { words: string; href: string; chosen: boolean }
export type QuickDay = QuickFilter & { date: string }

const DAYS_SHOWN = 7
const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']
const PARTS: [part: DayPart | '', words: string][] = [
	['', 'Ganzer Tag'],
	['vormittag', 'Vormittag'],
	['nachmittag', 'Nachmittag'],
	['abend', 'Abend'],
]
const WORDS: Record<number, string> = { 0: 'heute', 1: 'morgen' }

/**
 * The choices above the list that most visitors need: the next days, parts of the day, and a few filters. Each keeps the rest of the
 * search; a second use of a filter takes it back.
 */
export function quickFilters(filters: Filters, today: string, href: (changes: Partial<Filters>) => string) {
	const any = { words: 'Jeder Tag', date: '', href: href({ day: '', dayTo: '' }), chosen: filters.day === '' }
	const next = Array.from({ length: DAYS_SHOWN }, (_, ahead) => {
		const date = addDays(today, ahead)
		const day = WORDS[ahead] ?? date
		return {
			words: ahead === 0 ? 'Heute' : (WEEKDAYS[weekdayOf(date) - 1] ?? ''),
			date: `${Number(date.slice(8))}.`,
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
		...Object.keys(ATTRIBUTES).map(having),
	]
	return { days: [any, ...next] satisfies QuickDay[], parts, more }
}
