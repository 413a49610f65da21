import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { line, stack } from 'd3-shape'
import { type Drawing, foldSeries, isRoomFor, keepApart, type Mark, type Series, type Word } from './drawing.ts'

const HEIGHT = 190
const [TOP, BOTTOM] = [22, HEIGHT - 22]
/** Room for names right of the last column, in percent. */
const NAMES = 22
/** Height of a line of words. */
const LINE = 15

export type Column = {
	/** Used in the table, and below the column if there is room and no shorter label. */
	label: string
	short?: string
	value: number
	/** The value in the previous period. */
	before?: number
	/** Nothing was possible on this day, so there is neither a bar nor a zero. */
	closed?: boolean
	/** Why there is nothing to show for another reason, in words. */
	none?: string
	/** The highlighted column: today. */
	now?: boolean
}

const missingOf = ({ closed, none }: Column): string | undefined => none ?? (closed ? 'geschlossen' : undefined)

type Words = { head: string[]; format: (value: number) => string }

/** Bars side by side, each with the previous period as a tick. @param head of the table: subject, value, previous value */
export function drawColumns(columns: Column[], { head, format }: Words): Drawing {
	const place = scaleBand<number>([...columns.keys()], [0, 100]).paddingInner(0.25)
	const { y, scale } = heights(
		columns.flatMap(({ value, before = 0 }) => [value, before]),
		format,
	)
	const width = place.bandwidth()
	const marks = columns.flatMap((column, index): Mark[] => {
		const { label, value, before, now } = column
		const x = place(index) ?? 0
		const missing = missingOf(column)
		if (missing) return [{ kind: 'gap', x, y: BOTTOM - 3, width, height: 3, says: `${label}: ${missing}` }]
		const says = [`${label}: ${format(value)}`, before === undefined ? '' : `davor ${format(before)}`]
		const bar: Mark = { kind: now ? 'now' : 'bar', ...rounded(x, y(value), width, BOTTOM - y(value)) }
		const tick: Mark = { kind: 'before', ...rounded(x - width * 0.15, y(before ?? 0) - 1, width * 1.3, 2) }
		return [{ ...bar, says: says.filter(Boolean).join(', ') }, ...(before === undefined ? [] : [tick])]
	})
	const middle = (index: number): number => round((place(index) ?? 0) + width / 2)
	const today = columns.findIndex((column) => column.now && !missingOf(column))
	const spoken = columns[today]
	return {
		...{ height: HEIGHT, scale, named: false, marks, lines: [] },
		words: [
			...keepApart(
				columns.map(({ label, short = label }, index) => ({ x: middle(index), y: HEIGHT - 4, text: short })),
			),
			...(spoken ? [ontop(middle(today), Math.min(y(spoken.value), y(spoken.before ?? 0)), format(spoken.value))] : []),
		],
		table: {
			head,
			rows: columns.map((column) => [
				column.label,
				missingOf(column) ?? format(column.value),
				...(head.length > 2 ? [column.before === undefined ? '' : format(column.before)] : []),
			]),
		},
	}
}

/**
 * Series stacked in columns, with their names at the last column. Amounts stand in the columns where they fit on a phone too.
 * @param labels of the columns in the table, and below them unless there are `short` ones
 */
export function drawStack(
	all: Series[],
	labels: string[],
	{ head, format, short = labels }: Words & { short?: string[] },
): Drawing {
	const series = foldSeries(all)
	const rows = labels.map((_, index) =>
		Object.fromEntries(series.map(({ name, values }) => [name, values[index] ?? 0])),
	)
	const layers = stack<Record<string, number>>().keys(series.map(({ name }) => name))(rows)
	const place = scaleBand<number>([...labels.keys()], [0, 100 - NAMES]).padding(0.3)
	const { y, scale } = heights(
		layers.flatMap((layer) => layer.map(([, end]) => end)),
		format,
	)
	const words: Word[] = []
	let edge = Infinity
	const marks = layers.flatMap((layer, index) =>
		layer.map(([from, to], at): Mark => {
			const height = y(from) - y(to)
			const middle = (y(from) + y(to)) / 2 + 4
			if (height >= 16 && isRoomFor(format(to - from), place.bandwidth()))
				words.push({
					x: round((place(at) ?? 0) + place.bandwidth() / 2),
					y: round(middle),
					text: format(to - from),
					anchor: 'middle',
				})
			if (at === labels.length - 1) {
				// Names of small layers would stand on each other.
				edge = Math.min(middle, edge - LINE)
				words.push({ x: 100 - NAMES + 1, y: round(edge), text: layer.key, anchor: 'start', strong: true })
			}
			const says = `${labels[at]}, ${layer.key}: ${format(to - from)}`
			// A hair's breadth of background between the layers separates them without colour.
			return {
				kind: 'bar',
				tone: index + 1,
				...rounded(place(at) ?? 0, y(to) + 1, place.bandwidth(), Math.max(height - 1, 0)),
				says,
			}
		}),
	)
	return {
		...{ height: HEIGHT, scale, named: false, marks, lines: [] },
		words: [...words, ...below(short, place)],
		table: { head: [...head, ...series.map(({ name }) => name)], rows: tableOf(labels, series, format) },
	}
}

/** Series as lines, with the name at the end of each line, and their values in the previous period as ticks. */
export function drawLines(all: (Series & { before?: number[] })[], labels: string[], { head, format }: Words): Drawing {
	const series = foldSeries(all)
	const place = scaleBand<number>([...labels.keys()], [0, 100 - NAMES])
	const ticks = all.length === series.length ? all.map(({ before = [] }) => before) : []
	const { y, scale } = heights([...series.flatMap(({ values }) => values), ...ticks.flat()], format)
	const middle = (index: number): number => round((place(index) ?? 0) + place.bandwidth() / 2)
	const draw = line<number>(
		(_, index) => middle(index),
		(value) => round(y(value)),
	).defined((value) => !Number.isNaN(value))
	const half = place.bandwidth() * 0.25
	return {
		...{ height: HEIGHT, scale, named: false },
		marks: ticks.flatMap((before) =>
			before.map((value, index): Mark => ({
				kind: 'before',
				...rounded(middle(index) - half, y(value) - 1, 2 * half, 2),
			})),
		),
		lines: series.map(({ values }, index) => ({ path: draw(values) ?? '', tone: index + 1 })),
		words: [
			...series.map(({ name, values }): Word => ({
				x: 100 - NAMES + 1,
				y: round(y(values.findLast((value) => !Number.isNaN(value)) ?? 0) + 4),
				text: name,
				strong: true,
			})),
			...below(labels, place),
		],
		table: { head: [...head, ...series.map(({ name }) => name)], rows: tableOf(labels, series, format) },
	}
}

function heights(values: number[], format: Words['format']) {
	const y = scaleLinear([0, Math.max(max(values) ?? 0, 1)], [BOTTOM, TOP]).nice(4)
	const ticks = y.ticks(4).filter(Number.isInteger)
	return { y, scale: ticks.map((value) => ({ y: round(y(value)), label: format(value), line: true })) }
}

const below = (labels: string[], place: { (index: number): number | undefined; bandwidth(): number }): Word[] =>
	keepApart(
		labels.map((text, index) => ({ x: round((place(index) ?? 0) + place.bandwidth() / 2), y: HEIGHT - 4, text })),
	)

const tableOf = (labels: string[], series: Series[], format: Words['format']): string[][] =>
	labels.map((label, index) => [
		label,
		...series.map(({ values }) => (Number.isNaN(values[index]) ? 'geschlossen' : format(values[index] ?? 0))),
	])

const ontop = (x: number, y: number, text: string): Word => ({
	x,
	y: round(y - 6),
	text,
	strong: true,
	anchor: x > 90 ? 'end' : 'middle',
})
const round = (value: number): number => Math.round(value * 100) / 100
const rounded = (x: number, y: number, width: number, height: number) => ({
	x: round(x),
	y: round(y),
	width: round(width),
	height: round(height),
})
