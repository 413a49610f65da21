import { dateText } from '#app/lib/calendar-date.ts'
import type { DayPrice } from './day-prices.contracts.ts'

export const SHORT_WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

/** When a day price applies, in words: "Di–Do 09:00–12:00 Uhr, bis 24.12.2026". @param today local date of the location */
export function whenText(price: Omit<DayPrice, 'id' | 'service_id' | 'percent'>, today: string): string {
	const { weekdays, starts, ends, first_day: first, last_day: last } = price
	const whole = starts === '00:00' && ends === '24:00'
	const dates = [first > today ? `ab ${dateText(first)}` : '', last ? `bis ${dateText(last)}` : ''].filter(Boolean)
	return [`${daysText(weekdays)}${whole ? '' : ` ${starts}–${ends}\u00a0Uhr`}`, dates.join(' ')]
		.filter(Boolean)
		.join(', ')
}

/** ISO weekdays as "täglich", "Mo, Mi", "Di–Fr". */
export function daysText(weekdays: number[]): string {
	const days = [...new Set(weekdays)].toSorted((one, other) => one - other)
	if (days.length === 7) return 'täglich'
	const runs: number[][] = []
	for (const day of days) {
		const run = runs.at(-1)
		if (run?.at(-1) === day - 1) run.push(day)
		else runs.push([day])
	}
	const name = (day: number | undefined): string => SHORT_WEEKDAYS[(day ?? 1) - 1] ?? ''
	return runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name))).join(', ')
}
