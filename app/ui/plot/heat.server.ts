import { max } from 'd3-array'
import { scaleBand, scaleQuantize } from 'd3-scale'
import { type Drawing, keepApart, type Mark } from './drawing.ts'

const [ROW, GAP, FOOT] = [26, 3, 22]

export type HeatCell = {
	/** Null where the amount is unknown. */
	value: number | null
	/** Requested, but nothing was free. */
	missed?: boolean
	/** The cell in words, if that is more than the value. */
	says?: string
}

type Axes = { rows: string[]; columns: string[]; format: (value: number) => string; missed: string; head: string }

/** Amounts by two scales, in six steps. Missed requests have a frame and hatching, so that they are visible without colour. */
export function drawHeat(cells: HeatCell[][], { rows, columns, format, missed, head }: Axes): Drawing {
	const x = scaleBand<number>([...columns.keys()], [0, 100]).paddingInner(0.08)
	const most = max(cells.flat(), ({ value }) => value ?? 0) ?? 0
	const tone = scaleQuantize([0, Math.max(most, 1)], [1, 2, 3, 4, 5, 6])
	const round = (value: number): number => Math.round(value * 100) / 100
	const height = rows.length * ROW + FOOT
	const words = ({ value, missed: isMissed, says }: HeatCell): string =>
		value === null ? '–' : (says ?? `${format(value)}${isMissed ? ` (${missed})` : ''}`)
	return {
		...{ height, named: false, lines: [] },
		scale: rows.map((label, index) => ({ y: index * ROW + ROW / 2 + 4, label, line: false })),
		marks: cells.flatMap((row, at) =>
			row.flatMap((cell, index): Mark[] => {
				const place = { x: round(x(index) ?? 0), y: at * ROW, width: round(x.bandwidth()), height: ROW - GAP }
				const says = `${rows[at]}, ${columns[index]}: ${words(cell)}`
				const ground: Mark = { kind: 'cell', tone: tone(cell.value ?? 0), ...place, says }
				return cell.missed ? [ground, { kind: 'wanted', ...place, says }] : [ground]
			}),
		),
		words: keepApart(
			columns.map((text, index) => ({ x: round((x(index) ?? 0) + x.bandwidth() / 2), y: height - 4, text })),
		),
		table: { head: [head, ...columns], rows: cells.map((row, at) => [rows[at] ?? '', ...row.map(words)]) },
	}
}
