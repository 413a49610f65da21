/** A shape of a plot: horizontally in percent of its width, vertically in pixels. */
export type Mark = {
	/** `before` is the value of the previous period; `gap` is a day on which nothing was possible. */
	kind: 'bar' | 'now' | 'before' | 'gap' | 'cell' | 'wanted'
	x: number
	y: number
	width: number
	height: number
	/** The colour of the series, 1 to 5; for a cell the amount, 1 to 6. */
	tone?: number
	/** The text shown under the pointer. */
	says?: string
}

export type Word = { x: number; y: number; text: string; anchor?: 'start' | 'middle' | 'end'; strong?: boolean }

/** A plot as the server has drawn it, as plain data for the page, so that the browser computes nothing. */
export type Drawing = {
	/** In pixels. */
	height: number
	/** Horizontal lines, each with its label at the left. */
	scale: { y: number; label: string; line: boolean }[]
	/** Whether the labels at the left are names. */
	named: boolean
	marks: Mark[]
	/** Paths in a field that is 100 wide and as high as the plot. */
	lines: { path: string; tone: number }[]
	words: Word[]
	/** The same data as a table. */
	table: { head: string[]; rows: string[][] }
}

export type Series = { name: string; values: number[] }

const TONES = 5

/** At most five series: the four largest and the rest as one, in their original order. */
export function foldSeries(series: Series[]): Series[] {
	if (series.length <= TONES) return series
	const sum = ({ values }: Series): number => values.reduce((all, value) => all + value, 0)
	const largest = series.toSorted((one, other) => sum(other) - sum(one)).slice(0, TONES - 1)
	const rest = series.filter((one) => !largest.includes(one))
	const length = Math.max(...series.map(({ values }) => values.length))
	const values = Array.from({ length }, (_, index) => rest.reduce((all, one) => all + (one.values[index] ?? 0), 0))
	return [...series.filter((one) => largest.includes(one)), { name: 'Übrige', values }]
}

/** Width in pixels of a plot on a phone, and of a letter of its words. */
const [NARROW, LETTER, APART] = [268, 7, 12]

/** Whether a word fits into that many percent of a plot on a phone. */
export const isRoomFor = (text: string, percent: number): boolean => text.length * LETTER <= (percent / 100) * NARROW

/** Words along the bottom that do not touch on a phone either: the last one stays, and to its left those that fit. */
export function keepApart(words: Word[]): Word[] {
	const kept: Word[] = []
	let edge = Infinity
	for (const word of words.toReversed()) {
		const [at, half] = [(word.x / 100) * NARROW, (word.text.length * LETTER) / 2]
		// No word exceeds the edge.
		const middle = Math.min(Math.max(at, half), NARROW - half)
		if (middle + half + APART > edge) continue
		edge = middle - half
		const anchor = middle < at ? 'end' : middle > at ? 'start' : 'middle'
		kept.unshift({ ...word, anchor, x: anchor === 'end' ? 100 : anchor === 'start' ? 0 : word.x })
	}
	return kept
}
