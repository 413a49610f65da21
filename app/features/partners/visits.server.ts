import { addDays, shortDay } from '#app/lib/dates.ts'
import { drawColumns } from '#app/ui/plot/columns.server.ts'
import type { Partner } from './partners.contracts.ts'

const MONTH = new Intl.DateTimeFormat('de-DE', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const format = (value: number): string => value.toLocaleString('de-DE')
const openings = (count: number): string => (count === 1 ? '1 Mal geöffnet' : `${format(count)} Mal geöffnet`)
const sum = (values: { value: number }[]): number => values.reduce((total, { value }) => total + value, 0)

/** How often a link was opened: the last thirty days, and the last twelve months. @param today in Berlin */
export function drawVisits(days: Partner['days'], today: string) {
	const counted = new Map(days.map(({ day, visits }) => [day, visits]))
	const daily = Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)).map((day) => ({
		label: shortDay(day),
		value: counted.get(day) ?? 0,
		now: day === today,
	}))
	const monthly = lastMonths(today).map((month) => ({
		label: MONTH.format(new Date(`${month}-01T00:00:00Z`)),
		short: month.slice(5),
		value: days.reduce((total, { day, visits }) => (day.startsWith(month) ? total + visits : total), 0),
		now: today.startsWith(month),
	}))
	return {
		days: { says: openings(sum(daily)), drawing: drawColumns(daily, { head: ['Tag', 'Geöffnet'], format }) },
		months: { says: openings(sum(monthly)), drawing: drawColumns(monthly, { head: ['Monat', 'Geöffnet'], format }) },
	}
}

/** The twelve months until this one, as "2026-11". */
function lastMonths(today: string): string[] {
	const [year = 0, month = 0] = today.split('-').map(Number)
	return Array.from({ length: 12 }, (_, index) => {
		const count = year * 12 + (month - 1) - 11 + index
		return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
	})
}
