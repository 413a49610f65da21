import { type Block, takerValue } from '#app/features/blocks/block.ts'
import { addDays, localDate, localTime } from '#app/lib/dates.ts'
import { readStanding, SEEN, spanStanding, standing } from '#app/lib/seen.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Move } from './board-data.ts'
import { pathOf } from './events.ts'
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

/**
 * The request for a move, and the one that undoes it, which is told by the answer what it must find. `made` is where it stands when the move is
 * accepted (app/lib/seen.ts), which the next quick step may find. @param own what earlier steps, not answered yet, have made
 */
export function moveWishes(one: Movable, move: Move, zone: string, own: string[] = []) {
	const { id, path, intent, start: from, people, block } = one
	const { entry, start, days, person, end, room } = move
	if (end) return lengthWishes(one, entry, end, own)
	if (room) return roomWishes(one, entry, room, own)
	const wish = (fields: Record<string, string>): Wish => ({ id, path, fields: { intent, ...fields } })
	const other = (entry.alone && person) || ''
	const [tag, zeit] = [addDays(localDate(from, zone), days ?? 0), localTime(from, zone)]
	const moved = start && new Date(Date.parse(from) + Date.parse(start) - Date.parse(entry.starts)).toISOString()
	const when: Record<string, string> = moved ? { start: moved } : { tag, zeit }
	const begins = moved || instantOf(`${tag}T${zeit}`, zone) || from
	const length = block ? Date.parse(block.end) - Date.parse(from) : 0
	const ends = new Date(Date.parse(begins) + length).toISOString()
	return {
		wish: wish({ ...when, person: other, [SEEN]: [one.seen, ...own].join(';') }),
		// It was there before, however unusual.
		undo: wish({ start: from, person: entry.alone ? entry.person : '', trotzdem: 'ja' }),
		made: block
			? spanStanding(begins, ends, other || block.taker)
			: standing(begins, other ? people.map(() => other) : people),
	}
}

/** The same for another room of one line. */
function roomWishes({ id, path }: Movable, entry: Move['entry'], room: string, own: string[]) {
	const line = entry.id.slice(entry.source.length + 1)
	const wish = (raum: string): Wish => ({ id: `${id} ${line}`, path, fields: { intent: 'room', zeile: line, raum } })
	const [asked, there] = [wish(room), (raum: string) => spanStanding(entry.starts, entry.ends, raum)]
	const fields: Wish['fields'] = { ...asked.fields, [SEEN]: [there(entry.room ?? ''), ...own].join(';') }
	return { wish: { ...asked, fields }, undo: wish(entry.room ?? ''), made: there(room) }
}

/** The same for another length, which of an appointment is that of one line. */
function lengthWishes({ id, path, intent, seen, block }: Movable, entry: Move['entry'], end: string, own: string[]) {
	const start = Date.parse(entry.starts)
	const line = entry.id.slice(entry.source.length + 1)
	const until = (instant: string): Wish['fields'] =>
		intent === 'move'
			? { intent, start: entry.starts, ende: instant }
			: { intent: 'resize', zeile: line, minuten: String(Math.round((Date.parse(instant) - start) / 60_000)) }
	const wish = (instant: string): Wish => ({ id: `${id} ${line}`, path, fields: until(instant), until: instant })
	const taker = block?.taker ?? entry.person
	const [asked, undo] = [wish(end), wish(entry.ends)]
	const shown = block ? seen : spanStanding(entry.starts, entry.ends, taker)
	const fields: Wish['fields'] = { ...asked.fields, [SEEN]: [shown, ...own].join(';') }
	return {
		wish: { ...asked, fields },
		// As above.
		undo: { ...undo, fields: { ...undo.fields, trotzdem: 'ja' }, end },
		made: spanStanding(entry.starts, end, taker),
	}
}

/** The request that deletes blocked time where it was seen, and the one that enters it again. */
export function removalWishes(id: string, block: Block, following: boolean): { wish: Wish; undo?: Wish } {
	const { starts_at: start, ends_at: ende, title: titel, series } = block
	const seen = spanStanding(start, ende, block.employee_id ?? block.resource_id ?? '')
	const fields = { intent: 'remove', 'im-kalender': 'ja', folgende: following ? 'ja' : '', [SEEN]: seen }
	const wish = { id, path: pathOf({ kind: 'block', source: id }), fields }
	if (following) return { wish }
	const restored = { intent: 'restore', start, ende, person: takerValue(block), titel, serie: series ?? '' }
	return { wish, undo: { id, path: 'sperrzeit/neu', fields: restored } }
}

/** The same undo when somebody else has moved it before: back to where they have put it. @param stood app/lib/seen.ts */
export function undoTo(undo: Wish, stood: string): Wish {
	const { start, end = start, takers } = readStanding(stood)
	const { intent = '', person = '', ende } = undo.fields
	const [taker = ''] = takers
	const whole = { start, person: person && takers.every((one) => one === taker) ? taker : '' }
	const back: Record<string, Wish['fields']> = {
		reschedule: whole,
		move: { ...whole, ...(ende && { ende: end }) },
		resize: { minuten: String(Math.round((Date.parse(end) - Date.parse(start)) / 60_000)) },
		room: { raum: taker },
		// The word for a room stays before its id.
		restore: { start, ende: end, person: `${person.slice(0, -taker.length)}${taker}` },
	}
	return { ...undo, fields: { ...undo.fields, ...back[intent] } }
}
