import { localDate, weekdayOf } from '#app/lib/dates.ts'

/** A row of `opening_hours`: weekday 1 (Monday) to 7, wall times "HH:MM:SS"; `ends` not after `starts` is on the next day. */
export type HoursRow = { weekday: number; starts: string; ends: string }
export type Day = { name: string; times: string[]; today: boolean }

const NAMES = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
const DAY = 1440
const WEEK = 7 * DAY

/** The week from Monday to Sunday as text: "09:00–18:00", no times when closed. */
export function weekOf(rows: HoursRow[], zone: string, now: Date): Day[] {
	const today = weekdayOf(localDate(now, zone))
	return NAMES.map((name, index) => ({
		name,
		today: index + 1 === today,
		times: rows
			.filter((row) => row.weekday === index + 1)
			.map((row) => `${row.starts.slice(0, 5)}–${row.ends.slice(0, 5)}`),
	}))
}

/** "Jetzt geöffnet bis 18:00", "Geschlossen, öffnet morgen um 09:00"; null without hours. Uses wall times, like the sign on the door. */
export function openState(rows: HoursRow[], zone: string, now: Date): { open: boolean; words: string } | null {
	if (!rows.length) return null
	const pieces = joined(rows.map(piece).sort((one, other) => one.from - other.from))
	const minute = (weekdayOf(localDate(now, zone)) - 1) * DAY + minuteOfDay(now, zone)
	for (const shift of [0, WEEK]) {
		const inside = pieces.find((one) => one.from <= minute + shift && minute + shift < one.to)
		if (inside && inside.to - inside.from >= WEEK) return { open: true, words: 'Rund um die Uhr geöffnet' }
		if (inside) return { open: true, words: `Jetzt geöffnet bis ${clock(inside.to)}` }
	}
	const next = pieces.find((one) => one.from > minute)?.from ?? (pieces[0]?.from ?? 0) + WEEK
	const days = Math.floor(next / DAY) - Math.floor(minute / DAY)
	const day = days === 0 ? 'heute' : days === 1 ? 'morgen' : `am ${NAMES[Math.floor(next / DAY) % 7]}`
	return { open: false, words: `Geschlossen, öffnet ${day} um ${clock(next)}` }
}

/** schema.org OpeningHoursSpecification of the rows. */
export function openingHoursSpecification(rows: HoursRow[]): object[] {
	const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
	return rows.map((row) => ({
		'@type': 'OpeningHoursSpecification',
		dayOfWeek: `https://schema.org/${days[row.weekday - 1]}`,
		opens: row.starts.slice(0, 5),
		closes: row.ends.startsWith('24') ? '23:59' : row.ends.slice(0, 5),
	}))
}

function piece(row: HoursRow): { from: number; to: number } {
	const base = (row.weekday - 1) * DAY
	const [from, to] = [minutes(row.starts), minutes(row.ends)]
	return { from: base + from, to: base + (to > from ? to : to + DAY) }
}

// Joins pieces that touch: open past midnight, or from Sunday to Monday.
function joined(pieces: { from: number; to: number }[]): { from: number; to: number }[] {
	const result: { from: number; to: number }[] = []
	for (const one of pieces) {
		const last = result.at(-1)
		if (last && one.from <= last.to) last.to = Math.max(last.to, one.to)
		else result.push({ ...one })
	}
	const [first, last] = [result[0], result.at(-1)]
	if (first && last && first !== last && last.to >= WEEK && last.to - WEEK >= first.from)
		last.to = Math.max(last.to, first.to + WEEK)
	return result
}

function minutes(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function minuteOfDay(now: Date, zone: string): number {
	return minutes(
		new Intl.DateTimeFormat('de-DE', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
			now,
		),
	)
}

function clock(minute: number): string {
	const inDay = minute % DAY
	return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
