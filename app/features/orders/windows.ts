import { addDays, weekdayOf } from '#app/lib/dates.ts'
import { windowText } from '#app/lib/wish-windows.ts'
import type { Window } from './orders.contracts.ts'

/** Parts of the day that somebody ticks, in minutes of the day. */
export const PARTS = [
	{ name: 'Vormittag', hours: '8–12 Uhr', from: 480, to: 720 },
	{ name: 'Nachmittag', hours: '12–17 Uhr', from: 720, to: 1020 },
	{ name: 'Abend', hours: '17–21 Uhr', from: 1020, to: 1260 },
] as const
export const GRID_DAYS = 7
const DAYS = ['Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.', 'So.']
const CELL = /^(\d{4}-\d{2}-\d{2})\/([0-2])$/

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

/** Ticked cells as windows: one for each part of the day, since no weekday comes twice in the grid. What is no cell of it is left out. */
export function windowsOf(cells: string[], today: string): Window[] {
	const last = addDays(today, GRID_DAYS - 1)
	const ticked = cells.flatMap((cell) => {
		const [, date = '', part] = CELL.exec(cell) ?? []
		return part && date >= today && date <= last ? [{ date, part: Number(part) }] : []
	})
	return PARTS.flatMap(({ from, to }, part) => {
		const weekdays = [...new Set(ticked.filter((one) => one.part === part).map((one) => weekdayOf(one.date)))].sort(
			(one, other) => one - other,
		)
		return weekdays.length ? [{ first: today, last, weekdays, from, to }] : []
	})
}

/** The cells that windows cover whole, so that a stored draft shows what was ticked. */
export function cellsOf(windows: Window[], today: string): string[] {
	return gridDays(today).flatMap(({ date }) =>
		PARTS.flatMap((part, index) =>
			windows.some(
				(one) =>
					one.first <= date &&
					one.last >= date &&
					one.weekdays.includes(weekdayOf(date)) &&
					one.from <= part.from &&
					one.to >= part.to,
			)
				? [`${date}/${index}`]
				: [],
		),
	)
}

/** "Zeit egal": the next 21 days. */
export function anyTime(today: string): Window[] {
	return [{ first: today, last: addDays(today, 20), weekdays: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440 }]
}

export function isAnyTime(windows: Window[]): boolean {
	return windows.length === 1 && windows[0]?.from === 0 && windows[0].to === 1440 && windows[0].weekdays.length === 7
}

/** The wished times in words. */
export function windowWords(windows: Window[]): string {
	return isAnyTime(windows) ? 'Zeit egal' : windows.map(windowText).join('; ')
}
