import { addDays, localDate, localTime, weekdayOf } from '#app/lib/dates.ts'
import { windowText, type WishWindow } from '#app/lib/wish-windows.ts'
import { GRID_DAYS, gridDays, PARTS } from './grid.ts'
import type { Window } from './orders.contracts.ts'

const CELL = /^(\d{4}-\d{2}-\d{2})\/([0-2])$/

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

/** Every minute of these days, in windows as long as they may be. @param first local date @param last not before it */
export function everyDay(first: string, last: string): Window[] {
	const end = addDays(first, 30) < last ? addDays(first, 30) : last
	const window = { first, last: end, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440 }
	return end < last ? [window, ...everyDay(addDays(end, 1), last)] : [window]
}

/** What of these windows lies before an instant. @param zone in which their days and hours are read */
export function windowsBefore(windows: Window[], instant: string, zone: string): Window[] {
	const day = localDate(instant, zone)
	const [hours = 0, minutes = 0] = localTime(instant, zone).split(':').map(Number)
	const minute = hours * 60 + minutes
	return windows.flatMap((window) => {
		const { first, from, to } = window
		const last = window.last < day ? window.last : day
		if (last < first) return []
		// The day itself ends earlier than the days before.
		if (last < day || to <= minute) return [{ ...window, last }].filter(occurs)
		const until = { ...window, first: day, last: day, to: minute }
		return [{ ...window, last: addDays(day, -1) }, ...(from < minute ? [until] : [])].filter(occurs)
	})
}

/** Whether one of its weekdays is among its days. */
function occurs({ first, last, weekdays }: Window): boolean {
	for (let day = first, left = 7; day <= last && left > 0; day = addDays(day, 1), left--)
		if (weekdays.includes(weekdayOf(day))) return true
	return false
}

export function isAnyTime(windows: Window[]): boolean {
	return windows.length === 1 && windows[0]?.from === 0 && windows[0].to === 1440 && windows[0].weekdays.length === 7
}

/** Windows as the page of a wish has them, with whole days in minutes. */
export function asWindows(windows: WishWindow[]): Window[] {
	return windows.map((window) => ({ ...window, from: window.from ?? 0, to: window.to ?? 1440 }))
}

/** The wished times in words. */
export function windowWords(windows: Window[]): string {
	return isAnyTime(windows) ? 'Zeit egal' : windows.map(windowText).join('; ')
}
