/** Minutes between the lines that times snap to. */
export const STEP = 15

/** The start of a new entry after a click at `raw`: the line above, or the end of an entry above if it is near or below that line. */
export function snapClick(raw: number, ends: number[]): number {
	const line = Math.floor(raw / STEP) * STEP
	const above = Math.max(...ends.filter((end) => end <= raw), Number.NEGATIVE_INFINITY)
	return above >= line - STEP / 2 ? above : line
}

/**
 * The start of an entry dragged to `raw`: the nearest line, or the end of another entry if that is nearer. It stays at `own`, its
 * present time, if that is less than half a step away, so that a change of person alone changes no minute.
 */
export function snapMove(raw: number, own: number, ends: number[]): number {
	if (Math.abs(raw - own) < STEP / 2) return own
	const line = Math.round(raw / STEP) * STEP
	return [line, ...ends].reduce((best, each) => (Math.abs(each - raw) < Math.abs(best - raw) ? each : best))
}

/** The shortest length of an entry, in minutes; the database refuses less. */
export const LEAST = 5

/**
 * The end, dragged to `raw`, of an entry that begins at `from`: the nearest line, or the start of another entry if that is nearer. It
 * stays at `own`, its present end, if that is less than half a step away.
 */
export function snapEnd(raw: number, own: number, from: number, starts: number[]): number {
	return Math.max(from + LEAST, snapMove(raw, own, starts))
}

/** The range drawn from `from` to `raw`, in either direction, at least one step long. */
export function snapRange(from: number, raw: number): { from: number; to: number } {
	if (raw < from) return { from: Math.floor(raw / STEP) * STEP, to: from }
	return { from, to: Math.max(from + STEP, Math.ceil(raw / STEP) * STEP) }
}
