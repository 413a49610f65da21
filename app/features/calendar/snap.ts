/** Minutes between the lines that times are taken from. */
export const STEP = 15

/** Where what is entered by a click at `raw` begins: at the line above, or at the end of what stands above when that is near or behind the line. */
export function snapClick(raw: number, ends: number[]): number {
	const line = Math.floor(raw / STEP) * STEP
	const above = Math.max(...ends.filter((end) => end <= raw), Number.NEGATIVE_INFINITY)
	return above >= line - STEP / 2 ? above : line
}

/**
 * Where what is dragged to `raw` begins: at the nearest line, or at the end of what stands there when that is nearer; at `own`, its time
 * until now, when it is less than half a step away, so that a change of person alone changes no minute.
 */
export function snapMove(raw: number, own: number, ends: number[]): number {
	if (Math.abs(raw - own) < STEP / 2) return own
	const line = Math.round(raw / STEP) * STEP
	return [line, ...ends].reduce((best, each) => (Math.abs(each - raw) < Math.abs(best - raw) ? each : best))
}

/** The range that is drawn from `from` to `raw`, at least a step long, in either direction. */
export function snapRange(from: number, raw: number): { from: number; to: number } {
	if (raw < from) return { from: Math.floor(raw / STEP) * STEP, to: from }
	return { from, to: Math.max(from + STEP, Math.ceil(raw / STEP) * STEP) }
}
