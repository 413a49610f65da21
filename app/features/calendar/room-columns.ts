import type { Room } from '#app/features/events/events.queries.server.ts'
import type { Axis, Day } from './axis.ts'
import { closedOn, minutesIn, subtract } from './calendar.ts'
import { between, type Column, frameOf, type Input, type Placed, placedOn, spansOn } from './columns.ts'
import { blockEntriesOf, type Entry, entriesOf, eventEntriesOf } from './events.ts'

const WORDS = { off: 'Geschlossen', away: 'Geschlossen', between: 'Geschlossen' }
const NEUTRAL = '#777777'

/** `people` are those who serve; `hours` are those of the location, without a person. */
export type RoomInput = Pick<
	Input,
	| 'axis'
	| 'days'
	| 'people'
	| 'appointments'
	| 'blocks'
	| 'events'
	| 'hours'
	| 'exceptions'
	| 'zone'
	| 'today'
	| 'fixed'
> & { rooms: Room[] }

/**
 * A column for each room and device on each of these days, also for one out of use while something is in it, and one for what
 * has no room if there is any. Entries have the colour of who serves; appointments can be moved to another room.
 */
export function roomColumnsOf(input: RoomInput): Column[] {
	return input.days.flatMap((day) => [
		...input.rooms.flatMap((room) => {
			const entries = entriesIn(input, day, room.id)
			return room.active || entries.length > 0 ? [columnOf(input, day, room, entries)] : []
		}),
		...without(input, day),
	])
}

/** A person's blocked time is not without a room. */
function without(input: RoomInput, day: Day): Column[] {
	const entries = entriesIn({ ...input, blocks: [] }, day, '')
	if (entries.length === 0) return []
	return [{ ...columnOf(input, day, { id: '', name: 'Ohne Raum' }, entries), load: null }]
}

function entriesIn(
	{ axis, people, appointments, blocks, events, zone, fixed }: RoomInput,
	day: Day,
	room: string,
): Placed[] {
	const own = { room }
	return placedOn(
		[
			// Whoever waits for a colour to take stays in the chair: a room has no processing gaps.
			...entriesOf(appointments, zone, own, {}, fixed),
			...blockEntriesOf(blocks, zone, own),
			...eventEntriesOf(events, zone, own),
		].map((entry) => served(entry, people, room)),
		axis,
		day,
	)
}

function served(entry: Entry, people: RoomInput['people'], room: string): Entry {
	const person = people.find(({ id }) => id === entry.person)
	const service = [entry.service, person?.name].filter(Boolean).join(' · ')
	const movable = entry.movable && entry.kind === 'appointment' && room !== ''
	return { ...entry, service, movable, room, ...(person && { color: person.color }) }
}

function columnOf(input: RoomInput, day: Day, room: { id: string; name: string }, entries: Placed[]): Column {
	const { axis, hours, exceptions } = input
	const closed = spansOn(closedOn('', day.date, hours, exceptions, WORDS), axis, day)
	const load = loadOf(closed, entries, axis)
	return {
		...frameOf(input, day, entries),
		...{ key: `${room.id || 'ohne-raum'}${day.date}`, name: room.name, room: room.id },
		...{ person: '', color: NEUTRAL, week: '', closed, load },
		away: load === null && entries.length === 0 ? WORDS.off : '',
	}
}

/** The share of the opening time that is taken, in whole percent; null when it is closed. */
function loadOf(closed: Column['closed'], entries: Placed[], axis: Axis): number | null {
	const open = between(closed, axis.minutes).map(({ from, to }): [number, number] => [from, to])
	if (open.length === 0) return null
	const free = subtract(
		open,
		entries.map(({ from, to }) => [from, to]),
	)
	return Math.round((1 - minutesIn(free) / minutesIn(open)) * 100)
}
