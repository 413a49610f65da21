import type { z } from 'zod'
import { formatNumber } from '#app/lib/numbers.ts'
import { drawHeat, type HeatCell } from '#app/ui/plot/heat.server.ts'
import type { Figure } from './figures.server.ts'
import type { demandContract } from './reports.contracts.ts'

type Cell = z.output<typeof demandContract>[number]

const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']
/** Hours that are always shown, because salons are open then. */
const [OPENS, CLOSES] = [8, 19]

/** What was searched at each hour of the week beside what was free; null while nothing was. */
export function demandFigure(cells: Cell[]): Figure | null {
	if (cells.length === 0) return null
	const timed = cells.map(({ hour }) => hour).filter((hour) => hour >= 0)
	const [first, last] = [Math.min(OPENS, ...timed), Math.max(CLOSES, ...timed)]
	const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
	const any = (test: (cell: Cell) => boolean): boolean => cells.some(test)
	const rows = [...WEEKDAYS.keys()].map((index) => index + 1).concat(any(({ weekday }) => weekday === 0) ? [0] : [])
	const columns = hours.concat(any(({ hour }) => hour === -1) ? [-1] : [])
	const most = cells.reduce((one, other) => (other.searched > one.searched ? other : one))
	return {
		says: `Am meisten gesucht: ${whenOf(most)}, ${formatNumber(most.searched)}×`,
		drawing: drawHeat(
			rows.map((weekday) =>
				columns.map((hour) => cellOf(cells.find((cell) => cell.weekday === weekday && cell.hour === hour))),
			),
			{
				rows: rows.map((weekday) => WEEKDAYS[weekday - 1] ?? 'egal'),
				columns: columns.map((hour) => (hour < 0 ? 'egal' : String(hour))),
				...{ format: formatNumber, missed: 'nichts frei', head: 'Tag' },
			},
		),
	}
}

/** Most who searched found nothing: `missed`. */
function cellOf(cell: Cell | undefined): HeatCell {
	if (!cell) return { value: null }
	const missed = cell.searched - cell.found
	return {
		value: cell.searched,
		missed: missed * 2 > cell.searched,
		says: `${formatNumber(cell.searched)}× gesucht${missed > 0 ? `, ${formatNumber(missed)}× nichts frei` : ''}`,
	}
}

function whenOf({ weekday, hour }: Cell): string {
	const day = WEEKDAYS[weekday - 1] ?? 'an jedem Tag'
	return hour < 0 ? (weekday === 0 ? 'ohne Wunschzeit' : `${day} zu jeder Zeit`) : `${day} ${hour}–${hour + 1} Uhr`
}
