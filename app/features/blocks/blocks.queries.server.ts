import { customerName } from '#app/features/appointments/appointment.ts'
import { loadDays } from '#app/features/appointments/appointments.queries.server.ts'
import { addDays, formatTime, localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { eventName } from '#app/features/events/event.ts'
import { loadEvents } from '#app/features/events/events.queries.server.ts'
import { type Block, blockName, type Taker, takes } from './block.ts'

const COLUMNS = 'id, employee_id, resource_id, title, starts_at, ends_at, series, updated_at'

type Location = { id: string; time_zone: string }

/** What is blocked of people, rooms and devices from one local date to another, both included, by time. */
export async function loadBlocks(client: Client, location: Location, from: string, to: string): Promise<Block[]> {
	const begins = instantOf(`${from}T00:00`, location.time_zone) ?? ''
	const ends = instantOf(`${addDays(to, 1)}T00:00`, location.time_zone) ?? ''
	return allRows<Block>((first, last) =>
		client
			.from('blocks')
			.select(COLUMNS)
			.eq('location_id', location.id)
			.lt('starts_at', ends)
			.gt('ends_at', begins)
			.order('starts_at')
			.order('id')
			.range(first, last)
			.overrideTypes<Block[], { merge: false }>(),
	)
}

/** A block of this location; null when there is none that the caller may see. */
export async function loadBlock(client: Client, location: Location, id: string): Promise<Block | null> {
	if (!isUuid(id)) return null
	const { data, error } = await client
		.from('blocks')
		.select(COLUMNS)
		.eq('id', id)
		.eq('location_id', location.id)
		.maybeSingle()
		.overrideTypes<Block, { merge: false }>()
	if (error) throw new Error(error.message)
	return data
}

/** The id of the disruption for which a block closes a room or device; null for other blocks. */
export async function disruptionBehind(client: Client, { id, resource_id }: Block): Promise<string | null> {
	if (!resource_id) return null
	const { data, error } = await client.from('disruptions').select('id').eq('block_id', id).maybeSingle()
	if (error) throw new Error(error.message)
	return data?.id ?? null
}

/** What a block would take. */
export type Span = { taker: Taker; starts: string; ends: string }

/** Who or what stands at a time of a person or a room, by name and time, apart from one block. */
export async function standingAt(client: Client, location: Location, span: Span, except = ''): Promise<string[]> {
	const zone = location.time_zone
	const [from, to] = [localDate(span.starts, zone), localDate(span.ends, zone)]
	const [booked, blocks, events] = await Promise.all([
		loadDays(client, location, from, to, new Date()),
		loadBlocks(client, location, from, to),
		loadEvents(client, location, from, to),
	])
	const meets = (one: { starts_at: string; ends_at: string }): boolean =>
		Date.parse(one.starts_at) < Date.parse(span.ends) && Date.parse(one.ends_at) > Date.parse(span.starts)
	const words = (name: string, one: { starts_at: string; ends_at: string }): string =>
		`${name}, ${formatTime(one.starts_at, zone)}–${formatTime(one.ends_at, zone)} Uhr`
	return [
		...booked.flatMap((appointment) =>
			appointment.lines
				.filter((line) => takes(line, span.taker) && !line.event_id && meets(line))
				.map((line) => words(customerName(appointment), line)),
		),
		...blocks
			.filter((block) => takes(block, span.taker) && block.id !== except && meets(block))
			.map((block) => words(blockName(block), block)),
		...events
			.filter((event) => takes(event, span.taker) && !event.cancelled_at && meets(event))
			.map((event) => words(eventName(event), event)),
	]
}
