import { addDays } from '#app/lib/dates.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** Time of a person, or of a room or device, in which nobody can book; the other id is null. Times are instants (ISO 8601). */
export type Block = {
	id: string
	employee_id: string | null
	resource_id: string | null
	title: string
	starts_at: string
	ends_at: string
	/** Shared by blocks that were entered together. */
	series: string | null
	/** Changes with every change of the block. */
	updated_at: string
}

/** Whose time it is: one of the two is set. */
export type Taker = Pick<Block, 'employee_id' | 'resource_id'>

const ROOM = 'raum-'

/** The taker as the value of a field: the id of a person, or that of a room or device behind a word. */
export function takerValue({ employee_id, resource_id }: Taker): string {
	return resource_id ? `${ROOM}${resource_id}` : (employee_id ?? '')
}

/** The taker that such a value names; null when it names none. */
export function readTaker(value: string): Taker | null {
	const room = value.startsWith(ROOM)
	const id = room ? value.slice(ROOM.length) : value
	if (!isUuid(id)) return null
	return room ? { employee_id: null, resource_id: id } : { employee_id: id, resource_id: null }
}

/** Whether something takes the time of this person, or of this room or device. */
export function takes({ employee_id, resource_id }: Partial<Taker>, taker: Taker): boolean {
	return taker.resource_id ? resource_id === taker.resource_id : employee_id === taker.employee_id
}

/** What time is usually blocked for; anything else is a title of its own. */
export const PURPOSES = ['Pause', 'Privat', 'Fortbildung'] as const

export const RHYTHMS = { taeglich: 1, woechentlich: 7 } as const
export type Rhythm = keyof typeof RHYTHMS | ''

/** More are not entered at once. */
export const MOST_DATES = 100

/** The name of a block. */
export function blockName({ title }: { title: string }): string {
	return title || 'Sperrzeit'
}

/** The dates (YYYY-MM-DD) from the first one until another, both included, at most one more than `MOST_DATES`. */
export function repeatedDates(first: string, rhythm: Rhythm, until: string): string[] {
	const dates = [first]
	if (rhythm === '') return dates
	for (let date = addDays(first, RHYTHMS[rhythm]); date <= until; date = addDays(date, RHYTHMS[rhythm])) {
		dates.push(date)
		if (dates.length > MOST_DATES) break
	}
	return dates
}
