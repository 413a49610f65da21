import { addDays, localDate, localTime } from '#app/lib/dates.ts'
import type { Move } from './board-data.ts'
import type { Movable } from './movable.ts'

/** What is posted below the calendar. A start is an instant (`start`), or a wall time that the server reads (`tag`, `zeit`). */
export type Wish = {
	/** What is changed: of several that wait for the same, only the last is sent. */
	id: string
	path: string
	fields: Record<string, string>
	/** The end (ISO) that this takes back. */
	end?: string
	/** Of another length, the end (ISO) that is wished for. */
	until?: string
}

/** The request for a move, and the one that undoes it. */
export function moveWishes({ id, path, intent, start: from }: Movable, move: Move, zone: string) {
	const { entry, start, days, person, end, room } = move
	if (end) return lengthWishes({ id, path, intent }, entry, end)
	if (room) return roomWishes({ id, path }, entry, room)
	const wish = (fields: Record<string, string>): Wish => ({ id, path, fields: { intent, ...fields } })
	const when: Record<string, string> = start
		? { start: new Date(Date.parse(from) + Date.parse(start) - Date.parse(entry.starts)).toISOString() }
		: { tag: addDays(localDate(from, zone), days ?? 0), zeit: localTime(from, zone) }
	return {
		wish: wish({ ...when, person: (entry.alone && person) || '' }),
		// It was there before, however unusual.
		undo: wish({ start: from, person: entry.alone ? entry.person : '', trotzdem: 'ja' }),
	}
}

/** The same for another room of one line. */
function roomWishes({ id, path }: Pick<Movable, 'id' | 'path'>, entry: Move['entry'], room: string) {
	const line = entry.id.slice(entry.source.length + 1)
	const wish = (raum: string): Wish => ({ id: `${id} ${line}`, path, fields: { intent: 'room', zeile: line, raum } })
	return { wish: wish(room), undo: wish(entry.room ?? '') }
}

/** The same for another length, which of an appointment is that of one line. */
function lengthWishes(
	{ id, path, intent }: Omit<Movable, 'start' | 'name' | 'people'>,
	entry: Move['entry'],
	end: string,
) {
	const start = Date.parse(entry.starts)
	const line = entry.id.slice(entry.source.length + 1)
	const until = (instant: string): Wish['fields'] =>
		intent === 'move'
			? { intent, start: entry.starts, ende: instant }
			: { intent: 'resize', zeile: line, minuten: String(Math.round((Date.parse(instant) - start) / 60_000)) }
	const wish = (instant: string): Wish => ({ id: `${id} ${line}`, path, fields: until(instant), until: instant })
	const undo = wish(entry.ends)
	// As above.
	return { wish: wish(end), undo: { ...undo, fields: { ...undo.fields, trotzdem: 'ja' }, end } }
}
