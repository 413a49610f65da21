import { addDays, weekdayOf } from '#app/lib/dates.ts'
import { isDate } from '#app/lib/calendar-date.ts'
import type { DayPart, Filters } from './filters.ts'

type When = Pick<Filters, 'day' | 'dayPart' | 'from' | 'to'>
export type Spoken = When & {
	/** The rest of the text. */
	text: string
	/** Only the name of a weekday was found, which can also be part of a name: "Salon Freitag". */
	maybeName: boolean
}

const WORD_BEGINS = String.raw`(?<![\p{L}\p{N}])`
const WORD_ENDS = String.raw`(?![\p{L}\p{N}])`
/** Finds the pattern as whole words, in upper or lower case. */
const words = (pattern: string): RegExp => new RegExp(`${WORD_BEGINS}(?:${pattern})${WORD_ENDS}`, 'iu')

const CLOCK = String.raw`([01]?\d|2[0-4])(?:[:.]([0-5]\d))?`
const SPAN = words(String.raw`(?:von |zwischen )?${CLOCK}(?: uhr)? ?(?:-|–|bis|und) ?${CLOCK} uhr`)
const MINUTES = String.raw`([01]?\d|2[0-4])[:.]([0-5]\d)`
const EXACT_SPAN = words(String.raw`${MINUTES} ?(?:-|–|bis) ?${MINUTES}`)
// "Uhr" can be left out only at the end of a text: "Massage ab 17".
const AFTER = words(String.raw`(?:ab|nach) ${CLOCK}(?: uhr|$)`)
const BEFORE = words(String.raw`(?:bis|vor) ${CLOCK}(?: uhr|$)`)
const AT = words(String.raw`(?:um |gegen )?${CLOCK} uhr`)
const DATE = words(String.raw`(?:am )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?`)
const WEEKDAYS = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag']
const PART = 'vormittags?|morgens|früh|nachmittags?|mittags?|abends?'
// The part of the day can be joined to the weekday: "Samstagabend".
const WEEKDAY = new RegExp(
	`${WORD_BEGINS}(?:am |diesen |nächsten |kommenden )?(${WEEKDAYS.join('|')}|sonnabend)s?(?= |$|(?:${PART})(?: |$))`,
	'iu',
)
const DAYS = words('(übermorgen|heute|morgen|(?:am |dieses |nächstes )?wochenende)')
const PARTS = words(`(?:am )?(${PART})`)

/**
 * Takes the time out of a search that was typed as people say it: "Friseur Berlin morgen Abend" becomes "Friseur Berlin", tomorrow, in the
 * evening.
 * @param today local date; weekdays are the next ones from then on
 * @returns undefined when the text names no time
 */
export function spokenWhen(text: string, today: string): Spoken | undefined {
	let rest = text.replace(/[\s,]+/g, ' ').trim()
	/** Removes the matching text from the rest. */
	const take = (pattern: RegExp): RegExpExecArray | undefined => {
		const found = pattern.exec(rest)
		if (!found) return undefined
		rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.replace(/ +/g, ' ').trim()
		return found
	}
	// "heute Morgen" means this morning.
	rest = rest.replace(/(?<=\bheute )morgen\b/i, 'früh')
	const date = readDate(take(DATE), today)
	const time = readTime(take)
	const weekday = date ? undefined : take(WEEKDAY)?.[1]?.toLowerCase()
	const word = date || weekday ? undefined : take(DAYS)?.[1]?.toLowerCase()
	const part = take(PARTS)?.[1]
	const day = date ?? (weekday ? nextOf(weekday, today) : readWord(word, today))
	if (!day && !part && !time) return undefined
	return {
		...{ day: day ?? '', dayPart: part && !time ? readPart(part) : '', from: time?.from ?? null, to: time?.to ?? null },
		text: rest.replace(/(?:^| )(?:am|um|ab|von|gegen|für)$/i, '').trim(),
		maybeName: Boolean(weekday) && !part && !time,
	}
}

function nextOf(name: string, today: string): string {
	const weekday = name === 'sonnabend' ? 6 : WEEKDAYS.indexOf(name) + 1
	return addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

function readWord(word: string | undefined, today: string): string | undefined {
	if (word === 'übermorgen') return addDays(today, 2)
	return word?.endsWith('wochenende') ? 'wochenende' : word
}

function readPart(word: string): DayPart {
	if (/^(?:vormittag|morgens|früh)/i.test(word)) return 'vormittag'
	return /^abend/i.test(word) ? 'abend' : 'nachmittag'
}

// Without a year, the next such day.
function readDate(found: RegExpExecArray | undefined, today: string): string | undefined {
	if (!found) return undefined
	const [, day = '', month = '', year] = found
	const inYear = (wanted: string): string => `${wanted}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
	const date = inYear(year ?? today.slice(0, 4))
	if (!isDate(date)) return undefined
	return year || date >= today ? date : inYear(String(Number(today.slice(0, 4)) + 1))
}

function readTime(take: (pattern: RegExp) => RegExpExecArray | undefined): Pick<When, 'from' | 'to'> | undefined {
	const span = take(SPAN) ?? take(EXACT_SPAN)
	if (span) return { from: minuteOf(span[1], span[2]), to: minuteOf(span[3], span[4]) }
	const before = take(BEFORE)
	if (before) return { from: null, to: minuteOf(before[1], before[2]) }
	const after = take(AFTER) ?? take(AT)
	return after && { from: minuteOf(after[1], after[2]), to: null }
}

function minuteOf(hour = '', minute = '0'): number {
	return Math.min(1440, Number(hour) * 60 + Number(minute))
}
