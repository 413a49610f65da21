import { addDays, shortDay, weekdayOf } from '#app/lib/dates.ts'

/** A wished time: local dates, weekdays (1 is Monday), minutes of the day; null is the whole day. */
export type WishWindow = { first: string; last: string; weekdays: number[]; from: number | null; to: number | null }

const DAYS = ['Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.', 'So.']

const clock = (minute: number): string =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Chosen days of one week that are named by their dates. */
const MOST_NAMED = 2

/** "Fr., 27. Nov., 17:00 bis 20:00 Uhr", "Mo., 30. Nov. und Mi., 2. Dez., ganztags", "24. Nov. bis 7. Dez., Mo. und Mi., ganztags" */
export function windowText({ first, last, weekdays, from, to }: WishWindow): string {
	const all = first === last ? [] : coveredDays(first, last)
	const chosen = weekdays.toSorted((one, other) => one - other)
	const whole = all.every((day) => chosen.includes(day))
	const named = whole ? [] : datesOf(first, last, weekdays)
	const few = named.length > 0 && named.length <= MOST_NAMED && addDays(first, 7) > last
	const days =
		whole || few
			? []
			: [
					chosen
						.map((day) => DAYS[day - 1])
						.join(', ')
						.replace(/, ([^,]+)$/, ' und $1'),
				]
	const dates = few
		? named.map(shortDay).join(' und ')
		: first === last
			? shortDay(first)
			: `${shortDay(first)} bis ${shortDay(last)}`
	const low = from ?? 0
	const high = to ?? 1440
	const time =
		low === 0 && high === 1440
			? 'ganztags'
			: low === 0
				? `bis ${clock(high)} Uhr`
				: high === 1440
					? `ab ${clock(low)} Uhr`
					: `${clock(low)} bis ${clock(high)} Uhr`
	return [dates, ...days, time].join(', ')
}

/** The dates between two with one of these weekdays, in the first seven days. */
function datesOf(first: string, last: string, weekdays: number[]): string[] {
	return Array.from({ length: 7 }, (_, index) => addDays(first, index)).filter(
		(day) => day <= last && weekdays.includes(weekdayOf(day)),
	)
}

/** The weekdays between two dates. */
function coveredDays(first: string, last: string): number[] {
	const days = new Set<number>()
	for (let day = first; day <= last && days.size < 7; day = addDays(day, 1)) days.add(weekdayOf(day))
	return [...days]
}
