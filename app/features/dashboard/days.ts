import type { DaySum } from '#app/features/calendar/roster.ts'

export type DashboardDays = {
	/** Today or, on a closed day without appointments, the next working day. */
	shown: DaySum
	/** The reason why today is not shown; "" if it is. */
	closed: string
	/** The first working day after the shown one. */
	next?: DaySum
}

/** Chooses the days for the dashboard. @param days from today on, in order */
export function pickDays(days: DaySum[], today: string): DashboardDays | undefined {
	const first = days.find(({ day }) => day === today)
	if (!first) return undefined
	const works = ({ load }: DaySum): boolean => load !== null
	const shown = works(first) || first.count > 0 ? first : (days.find(works) ?? first)
	return {
		shown,
		closed: shown === first ? '' : first.closed,
		next: days.find((one) => one.day > shown.day && works(one)),
	}
}
