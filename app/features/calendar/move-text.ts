import { formatSoon, formatTime, localDate, shortDay } from '#app/lib/dates.ts'
import type { Wish } from './wishes.ts'

/**
 * The start of an appointment (ISO), the names of those who serve it, in order, and where its length was changed the end of that line
 * (ISO).
 */
export type Standing = { start: string; people: string[]; end?: string }

/** "Mia Muster: von heute 10:00 auf 11:30 Uhr verschoben, jetzt bei Ben" or "jetzt bis 11:15 statt 10:45 Uhr", seen from `now`. Leaves out what has not changed. */
export function moveText(name: string, before: Standing, after: Standing, zone: string, now: Date): string {
	const people = listed(after.people)
	const other = people !== listed(before.people)
	if (before.end && after.end)
		return `${name}: jetzt bis ${formatTime(after.end, zone)} statt ${formatTime(before.end, zone)} Uhr`
	if (Date.parse(before.start) === Date.parse(after.start)) {
		const time = `${formatSoon(after.start, zone, now)} Uhr`
		return other ? `${name}: jetzt bei ${people}, weiterhin ${time}` : `${name}: weiterhin ${time}`
	}
	const sameDay = localDate(before.start, zone) === localDate(after.start, zone)
	const to = sameDay ? formatTime(after.start, zone) : formatSoon(after.start, zone, now)
	return `${name}: von ${formatSoon(before.start, zone, now)} auf ${to} Uhr verschoben${other ? `, jetzt bei ${people}` : ''}`
}

/**
 * What is said about a refused request: whose appointment or which blocked time was to go where, and why not. "Mia Muster, Sa., 28. Nov.,
 * 10:00 Uhr: Anna Löwe arbeitet an diesem Tag nicht."
 */
export function refusedText(name: string, wish: Wish | undefined, message: string, zone: string, now: Date): string {
	const to = wish && targetOf(wish, zone, now)
	return `${name}${to ? `, ${to} Uhr` : ''}: ${message}`
}

function targetOf({ until, fields: { start, tag, zeit } }: Wish, zone: string, now: Date): string | undefined {
	if (until) return `bis ${formatSoon(until, zone, now)}`
	return start ? formatSoon(start, zone, now) : tag && `${shortDay(tag)}, ${zeit}`
}

function listed(people: string[]): string {
	return [...new Set(people)].join(' und ')
}
