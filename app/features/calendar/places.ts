/**
 * Classes of grid.css, which scripts/grid-css.ts writes. Times are drawn in steps of five minutes; the text beside them is
 * exact.
 */

/** Minutes of a step. */
export const DRAWN = 5
const MOST_LANES = 12

/** Start and length on an axis that is shown from `first` on, all in minutes. */
export function placeClass(first: number, from: number, to: number): string {
	return `f${steps(from - first)} m${Math.max(1, steps(to - first) - steps(from - first))}`
}

/** The number of steps in a number of minutes. */
export function steps(minutes: number): number {
	return Math.round(minutes / DRAWN)
}

/** The class for a position among entries at the same time. */
export function laneClass(lane: number, lanes: number): string {
	const shown = Math.min(lanes, MOST_LANES)
	return `l${Math.min(lane, shown - 1)} w${shown}`
}

/** A colour "#rrggbb", with each channel rounded to the nearest of sixteen levels. */
export function colorClass(color: string): string {
	const level = (at: number): number => Math.round(Number.parseInt(color.slice(at, at + 2), 16) / 17)
	return `r${level(1)} g${level(3)} b${level(5)}`
}
