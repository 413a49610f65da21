/**
 * Minutes on the calendar's axis. A day is measured in real minutes since its first instant, so that the days on which the clock
 * changes have 23 and 25 hours. Days of different length beside each other share an axis with a band that the shorter ones lack.
 */

/** A local date: its first instant (ISO), its real minutes, and the minute at which its clock changes. */
export type Day = { date: string; start: string; minutes: number; changes?: number }

export type Axis = { minutes: number; band?: { from: number; to: number } }

/** The axis of days that stand beside each other. */
export function axisOf(days: Day[]): Axis {
	const lengths = days.map(({ minutes }) => minutes)
	const [shortest, minutes] = [Math.min(...lengths), Math.max(...lengths)]
	const from = days.find(({ changes }) => changes !== undefined)?.changes
	if (shortest === minutes || from === undefined) return { minutes }
	return { minutes, band: { from, to: from + minutes - shortest } }
}

/** Where a minute of a day lies on the axis. What ends with the missing band ends before it, what begins there begins after it. */
export function positionOf(axis: Axis, day: Day, minute: number, edge: 'start' | 'end' = 'start'): number {
	const { band } = axis
	if (!band || day.minutes === axis.minutes) return minute
	const behind = edge === 'start' ? minute >= band.from : minute > band.from
	return behind ? minute + band.to - band.from : minute
}

/** The minute of a day at a place of the axis; in the band that it lacks, the one at which it is missing. */
export function minuteAt(axis: Axis, day: Day, position: number): number {
	const { band } = axis
	if (!band || day.minutes === axis.minutes || position < band.from) return position
	return Math.max(band.from, position - (band.to - band.from))
}

/** Real minutes from the first instant of a day to an instant; below zero before it. */
export function minuteOf(day: Day, instant: string | number): number {
	return (new Date(instant).getTime() - Date.parse(day.start)) / 60_000
}

/** The instant (ISO) at a place of the axis. */
export function instantAt(axis: Axis, day: Day, position: number): string {
	return new Date(Date.parse(day.start) + minuteAt(axis, day, position) * 60_000).toISOString()
}

/** The minute of a day at which its clock shows a wall time (minutes since midnight): as Temporal's `compatible` reads it. */
export function minuteOfWall(day: Day, wall: number): number {
	if (day.changes === undefined) return wall
	const later = day.minutes - 1440
	return wall < day.changes - Math.min(0, later) ? wall : wall + later
}
