import { addDays, weekdayOf } from '#app/lib/dates.ts'

/** Parts of the day that somebody ticks, in minutes of the day. */
export const PARTS = [
	{ name: 'Vormittag', hours: '8–12 Uhr', from: 480, to: 720 },
	{ name: 'Nachmittag', hours: '12–17 Uhr', from: 720, to: 1020 },
	{ name: 'Abend', hours: '17–21 Uhr', from: 1020, to: 1260 },
] as const
export const GRID_DAYS = 7
const DAYS = ['Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.', 'So.']

/** The days of the grid, from today. */
export function gridDays(today: string): { date: string; day: string; number: string }[] {
	return Array.from({ length: GRID_DAYS }, (_, index) => {
		const date = addDays(today, index)
		return { date, day: dayOf(date), number: `${Number(date.slice(8))}.` }
	})
}

function dayOf(date: string): string {
	return DAYS[weekdayOf(date) - 1] ?? ''
}
