/** Classes of grid.css, which scripts/grid-css.ts writes. Times are drawn to five minutes; the words beside them are exact. */

/** Minutes of a step. */
export const DRAWN = 5
const MOST_LANES = 12

/** From and length on an axis that is shown from `first` on, all in minutes. */
export function placeClass(first: number, from: number, to: number): string {
	return `f${steps(from - first)} m${Math.max(1, steps(to - first) - steps(from - first))}`
}

/** Steps of a stretch of minutes. */
export function steps(minutes: number): number {
	return Math.round(minutes / DRAWN)
}

/** Beside others at the same time. */
export function laneClass(lane: number, lanes: number): string {
	const shown = Math.min(lanes, MOST_LANES)
	return `l${Math.min(lane, shown - 1)} w${shown}`
}

/** A colour "#rrggbb" to the nearest of sixteen levels in each channel. */
export function colorClass(color: string): string {
	const level = (at: number): number => Math.round(Number.parseInt(color.slice(at, at + 2), 16) / 17)
	return `r${level(1)} g${level(3)} b${level(5)}`
}
