import type { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import { shortDay } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { drawColumns } from '#app/ui/plot/columns.server.ts'
import type { Drawing } from '#app/ui/plot/drawing.ts'
import { drawShares } from '#app/ui/plot/rows.server.ts'
import { useContract, visitsContract } from './figures.contracts.ts'

/** Four weeks, so that each day is compared with the same weekday. */
export const FIGURE_DAYS = 28

export type Figures = { visits: Figure | null; use: Figure | null }
export type Figure = { says: string; drawing: Drawing }

/**
 * Plots of a location's last four weeks compared with the four before; null where there is nothing to show. @param today local
 * date
 */
export async function loadFigures(client: Client, location: string, today: string): Promise<Figures> {
	const asked = { p_location: location, p_last: today, p_days: FIGURE_DAYS }
	const [visits, use] = await Promise.all([
		call(client, 'visits_by_day', visitsContract, asked),
		call(client, 'use_of_people', useContract, asked),
	])
	return { visits: visitsFigure(visits.data ?? [], today), use: useFigure(use.data ?? []) }
}

/** Visits of each day as bars; closed days are gaps unless somebody came. */
export function visitsFigure(days: z.output<typeof visitsContract>, today: string): Figure | null {
	const [sum, before] = [total(days.map(({ visits }) => visits)), total(days.map((day) => day.before))]
	if (sum + before === 0) return null
	return {
		says: [sum === 1 ? '1 Termin' : `${formatNumber(sum)} Termine`, changeIn(sum, before)].filter(Boolean).join(' · '),
		drawing: drawColumns(
			days.map((day) => ({
				...{
					label: shortDay(day.day),
					short: shortDay(day.day).split(', ')[1],
					value: day.visits,
					before: day.before,
					now: day.day === today,
				},
				closed: !day.open && day.visits === 0,
			})),
			{ head: ['Tag', 'Termine', 'Vier Wochen davor'], format: formatNumber },
		),
	}
}

/** The share of working time that was taken; people who did not work in either period are left out. */
export function useFigure(people: z.output<typeof useContract>, before = 'Vier Wochen davor'): Figure | null {
	const shown = people.filter(({ working, working_before: earlier }) => working + earlier > 0)
	const all = shareOf(total(shown.map(({ taken }) => taken)), total(shown.map(({ working }) => working)))
	if (all === null) return null
	return {
		says: `${Math.round(all * 100)} % der Arbeitszeit aller belegt`,
		drawing: drawShares(
			shown.map(({ name, taken, working, taken_before, working_before }) => ({
				...{ label: name, share: shareOf(taken, working), before: shareOf(taken_before, working_before) },
			})),
			['Person', 'Auslastung', before],
		),
	}
}

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)

/** "+9 %", "−3 %"; empty without a previous period. */
export function changeIn(sum: number, before: number): string {
	if (before === 0) return ''
	const percent = Math.round((sum / before - 1) * 100)
	return percent < 0 ? `−${-percent} %` : `+${percent} %`
}
