/** A shape of a plot: across in percent of its width, down in pixels. */
export type Mark = {
	/** `before` is the same thing in the period before; `gap` a day on which nothing could be. */
	kind: 'bar' | 'now' | 'before' | 'gap' | 'cell' | 'wanted'
	x: number
	y: number
	width: number
	height: number
	/** From 1 to 5, the colour of its series; of a cell from 1 to 6, how much. */
	tone?: number
	/** What a pointer is told. */
	says?: string
}

export type Word = { x: number; y: number; text: string; anchor?: 'start' | 'middle' | 'end'; strong?: boolean }

/** A plot as the server has drawn it, plain enough to travel with the page; whoever shows it computes nothing. */
export type Drawing = {
	/** In pixels. */
	height: number
	/** Lines across, each with its words at the left. */
	scale: { y: number; label: string; line: boolean }[]
	/** Whether the words at the left are names. */
	named: boolean
	marks: Mark[]
	/** Paths on a field 100 wide and as high as the plot. */
	lines: { path: string; tone: number }[]
	words: Word[]
	/** The same for reading. */
	table: { head: string[]; rows: string[][] }
}

export type Series = { name: string; values: number[] }

const TONES = 5

/** At most five series: the largest four and the rest as one, in the order that they came. */
export function foldSeries(series: Series[]): Series[] {
	if (series.length <= TONES) return series
	const sum = ({ values }: Series): number => values.reduce((all, value) => all + value, 0)
	const largest = series.toSorted((one, other) => sum(other) - sum(one)).slice(0, TONES - 1)
	const rest = series.filter((one) => !largest.includes(one))
	const length = Math.max(...series.map(({ values }) => values.length))
	const values = Array.from({ length }, (_, index) => rest.reduce((all, one) => all + (one.values[index] ?? 0), 0))
	return [...series.filter((one) => largest.includes(one)), { name: 'Übrige', values }]
}

/** Width of a plot on a phone, and of a letter of its words, in pixels. */
const [NARROW, LETTER, APART] = [280, 7, 12]

/** Words along the bottom that leave each other room on a phone too: the last stands, and to its left what does not touch. */
export function keepApart(words: Word[]): Word[] {
	const kept: Word[] = []
	let edge = Infinity
	for (const word of words.toReversed()) {
		const [at, half] = [(word.x / 100) * NARROW, (word.text.length * LETTER) / 2]
		// No word hangs over the edge.
		const middle = Math.min(Math.max(at, half), NARROW - half)
		if (middle + half + APART > edge) continue
		edge = middle - half
		const anchor = middle < at ? 'end' : middle > at ? 'start' : 'middle'
		kept.unshift({ ...word, anchor, x: anchor === 'end' ? 100 : anchor === 'start' ? 0 : word.x })
	}
	return kept
}
