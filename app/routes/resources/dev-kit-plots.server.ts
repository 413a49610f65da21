import { formatNumber } from '#app/lib/numbers.ts'
import { drawColumns, drawLines, drawStack } from '#app/ui/plot/columns.server.ts'
import { drawHeat } from '#app/ui/plot/heat.server.ts'
import { drawShares } from '#app/ui/plot/rows.server.ts'
import type { KitPlots } from './dev-kit-plots.tsx'

const WEEKS = ['KW 44', 'KW 45', 'KW 46', 'KW 47']
const SOURCES = ['Zeitplatz', 'Website', 'Telefon', 'Assistent', 'Schnittstelle', 'Import', 'Sonstige']
const HOURS = ['8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19']
const format = formatNumber

/** Invented figures for the page of parts. */
export function kitPlots(): KitPlots {
	const day = (index: number) => ({ label: `${index + 1}. Nov.`, value: (index * 7) % 11, before: (index * 5) % 9 })
	return {
		columns: drawColumns(
			Array.from({ length: 28 }, (_, index) => ({ ...day(index), closed: index % 7 === 0, now: index === 24 })),
			{ head: ['Tag', 'Termine', 'Davor'], format },
		),
		shares: drawShares(
			[
				{ label: 'Anna', share: 0.74, before: 0.68 },
				{ label: 'Özlem Yılmaz', share: 0.61, before: 0.66 },
				{ label: 'Neu im Team', share: 0.42, before: null },
				{ label: 'Voll', share: 1, before: 1 },
			],
			['Person', 'Auslastung', 'Davor'],
		),
		stack: drawStack(
			SOURCES.map((name, index) => ({ name, values: WEEKS.map((_, week) => 24 - index * 3 + week * 2) })),
			WEEKS,
			{ head: ['Woche'], format },
		),
		lines: drawLines(
			[
				{ name: 'wieder da', values: [31, 35, Number.NaN, 41], before: [28, 30, 33, 36] },
				{ name: 'neu', values: [9, 12, 8, 14], before: [7, 9, 11, 9] },
			],
			WEEKS,
			{ head: ['Woche'], format },
		),
		heat: drawHeat(
			['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'].map((_, row) =>
				HOURS.map((__, hour) => ({
					value: (row * 5 + hour * hour) % 23,
					missed: hour > 8 && row < 3 && hour % 2 === 0,
				})),
			),
			{ rows: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'], columns: HOURS, format, missed: 'nichts frei', head: 'Tag' },
		),
	}
}
