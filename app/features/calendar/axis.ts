/**
 * Minutes on the calendar's axis. A day is measured in real minutes since its first instant, so that days with a clock change
 * have 23 and 25 hours. Days of different length that are shown side by side share an axis, in which the shorter ones lack a
 * band.
 */

/** A local date: its first instant (ISO), its real minutes, and the minute at which its clock changes. */
export type Day = { date: string; start: string; minutes: number; changes?: number }

export type Axis = { minutes: number; band?: { from: number; to: number } }

/** The axis of days that are shown side by side. */
export function axisOf(days: Day[]): Axis {
	const lengths = days.map(({ minutes }) => minutes)
	const [shortest, minutes] = [Math.min(...lengths), Math.max(...lengths)]
	const from = days.find(({ changes }) => changes !== undefined)?.changes
	if (shortest === minutes || from === undefined) return { minutes }
	return { minutes, band: { from, to: from + minutes - shortest } }
}

/**
 * The position of a minute of a day on the axis. At the edge of the missing band, an end is before the band and a start after
 * it.
 */
export function positionOf(axis: Axis, day: Day, minute: number, edge: 'start' | 'end' = 'start'): number {
	const { band } = axis
	if (!band || day.minutes === axis.minutes) return minute
	const behind = edge === 'start' ? minute >= band.from : minute > band.from
	return behind ? minute + band.to - band.from : minute
}

/** The minute of a day at a position on the axis; within the band that the day lacks, the minute before which it is missing. */
export function minuteAt(axis: Axis, day: Day, position: number): number {
	const { band } = axis
	if (!band || day.minutes === axis.minutes || position < band.from) return position
	return Math.max(band.from, position - (band.to - band.from))
}

/** Real minutes from the first instant of a day to an instant; negative before it. */
export function minuteOf(day: Day, instant: string | number): number {
	return (new Date(instant).getTime() - Date.parse(day.start)) / 60_000
}

/** The instant (ISO) at a position on the axis. */
export function instantAt(axis: Axis, day: Day, position: number): string {
	return new Date(Date.parse(day.start) + minuteAt(axis, day, position) * 60_000).toISOString()
}

/** The minute of a day at which its clock shows a wall time (minutes since midnight), read like Temporal's `compatible`. */
export function minuteOfWall(day: Day, wall: number): number {
	if (day.changes === undefined) return wall
	const later = day.minutes - 1440
	return wall < day.changes - Math.min(0, later) ? wall : wall + later
}
