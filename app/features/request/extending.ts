import { addDays, localDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { Request } from './request.contracts.ts'

type Windows = Request['windows']
/** How far may be looked ahead, in days. */
const FARTHEST = 59

/**
 * The same wishes in the weeks to come: each window that is over moves by whole weeks, so that weekdays and times stay.
 * @param now an instant; today in Germany counts
 */
export function movedOn(windows: Windows, now: Date): Windows {
	const tomorrow = addDays(localDate(now, HOME_ZONE), 1)
	return windows.map((window) => {
		let { first, last } = window
		while (first < tomorrow) [first, last] = [addDays(first, 7), addDays(last, 7)]
		const end = addDays(tomorrow, FARTHEST - 1)
		return { ...window, first, last: last > end ? end : last }
	})
}

/** Wider radii than the present one, in kilometres. */
export function widerThan(radius: number): number[] {
	return [10, 20, 30, 50].filter((each) => each > radius)
}
