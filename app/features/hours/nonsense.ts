import type { Span } from './weeks.ts'

const DAY = 1440
/** A shift over midnight that is longer is asked about: most likely the times are swapped. */
const LONGEST = 12 * 60

/** What to ask about one row of a day: whether other times are meant; "" when it is plausible. */
export function doubtOf({ starts, ends }: Span): string {
	if (!starts || !ends || ends > starts) return ''
	const [from, to] = [minuteOf(starts), minuteOf(ends)]
	const length = to + DAY - from
	if (length <= LONGEST) return ''
	const hours = `Das sind ${Math.floor(length / 60)} Stunden, bis zum nächsten Tag.`
	const evening = to + DAY / 2
	if (DAY - length >= 4 * 60) return `${hours} Meinten Sie ${ends}–${starts}?`
	return evening > from && evening < DAY ? `${hours} Meinten Sie ${starts}–${clock(evening)}?` : hours
}

/** Says which earlier row of the same day overlaps this one; "" when none does. */
export function overlapOf(spans: Span[], index: number): string {
	const own = spans[index]
	if (!own?.starts || !own.ends) return ''
	const other = spans
		.slice(0, index)
		.find((one) => one.starts && one.ends && one.starts < endOf(own) && own.starts < endOf(one))
	return other ? `Überschneidet sich mit ${other.starts}–${other.ends}.` : ''
}

const endOf = ({ starts, ends }: Span): string => (ends <= starts ? '24:00' : ends)

function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function clock(minute: number): string {
	return [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
}
