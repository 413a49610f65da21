import type { OtherRow } from '#app/features/appointments/appointment.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { type Event, eventName, seatsText } from '#app/features/events/event.ts'
import { formatTime, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'

type Named = { id: string; name: string }
type Names = { people: Named[]; rooms: Named[]; roomBlocks: boolean; zone: string; day: string }

/** What else is in the list of a day beside appointments: blocked time of these people and, if wanted, of rooms, and courses that take place. */
export function otherRows(blocks: Block[], events: Event[], names: Names): OtherRow[] {
	const nameOf = (wanted: string | null): string =>
		[...names.people, ...names.rooms].find(({ id }) => id === wanted)?.name ?? ''
	return [
		...events.flatMap((event) => {
			const person = nameOf(event.employee_id)
			if (!person || event.cancelled_at) return []
			const waiting = event.waiting > 0 ? `${event.waiting} auf der Warteliste` : ''
			const seats = `${event.taken} von ${seatsText(event.seats)} belegt`
			const words = [seats, waiting, person, nameOf(event.resource_id), formatPrice(event.price_cents)]
			return [{ ...rowOf(event, names), kind: 'event' as const, name: eventName(event), words: joined(words) }]
		}),
		...blocks.flatMap((block) => {
			const taker = names.roomBlocks || block.employee_id ? nameOf(block.employee_id ?? block.resource_id) : ''
			return taker ? [{ ...rowOf(block, names), kind: 'block' as const, name: blockName(block), words: taker }] : []
		}),
	]
}

function rowOf({ id, starts_at, ends_at }: Pick<Block, 'id' | 'starts_at' | 'ends_at'>, { zone, day }: Names) {
	const before = localDate(starts_at, zone) < day
	const after = localDate(new Date(Date.parse(ends_at) - 1), zone) > day
	const [from, to] = [formatTime(starts_at, zone), formatTime(ends_at, zone)]
	return { id, starts_at, time: before ? (after ? 'ganztägig' : `bis ${to}`) : after ? `ab ${from}` : `${from}–${to}` }
}

function joined(words: string[]): string {
	return words.filter(Boolean).join(' · ')
}
