import { addDays, weekdayOf } from './dates.ts'

/** In which week of a cycle a row of working hours holds: 1 is the one that begins on the Monday `rota_start`. Null or left out: in every week. */
export type InRota = { rota_weeks?: number | null; rota_week?: number | null; rota_start?: string | null }

const DAY_MS = 86_400_000

/** The week of a cycle that a local date is in, from 1 on; the cycle goes on before its start as well. */
export function rotaWeekAt(weeks: number, start: string, date: string): number {
	const passed = Math.round((Date.parse(mondayOf(date)) - Date.parse(start)) / DAY_MS / 7)
	return (((passed % weeks) + weeks) % weeks) + 1
}

/** Whether a row holds in the week of a local date. */
export function holdsInRota({ rota_weeks, rota_week, rota_start }: InRota, date: string): boolean {
	return !rota_weeks || !rota_start || rotaWeekAt(rota_weeks, rota_start, date) === rota_week
}

/** The Monday of a local date's week. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date))

/** "A" for the first week of a cycle, to "D". */
export const rotaLetter = (week: number): string => 'ABCD'[week - 1] ?? ''
