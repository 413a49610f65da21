import * as fs from 'node:fs/promises'
import path from 'node:path'

/**
 * Styles that position entries in the calendar, because a strict policy allows no `style` attribute. `calendar/places.ts` chooses the
 * classes.
 */
export const GRID_CSS = path.join(import.meta.dirname, '..', 'app/features/calendar/grid.css')

// 25 hours in steps of five minutes.
const STEPS = 300
const LANES = 12
const LEVELS = 16

/** The text of grid.css: from and length in steps, lane and lanes, and the three channels of a colour. */
export function gridCss(): string {
	const rules = (name: string, from: number, to: number, written = String): string =>
		Array.from({ length: to - from + 1 }, (_, index) => from + index)
			.map((value) => `.${name}${written(value)}{--${name}:${value}}`)
			.join(' ')
			.replaceAll(/(?:\S+ ){12}/g, (line) => `${line.trimEnd()}\n`)
	return `${[
		'/* Written by scripts/grid-css.ts. */',
		rules('f', 0, STEPS),
		rules('m', 1, STEPS),
		rules('l', 0, LANES - 1),
		rules('w', 1, LANES),
		...['r', 'g', 'b'].map((channel) => rules(channel, 0, LEVELS - 1)),
	].join('\n')}\n`
}

if (process.argv[1] === import.meta.filename) await fs.writeFile(GRID_CSS, gridCss())
