import { type Appointment, customerName } from '#app/features/appointments/appointment.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { appointmentStanding, spanStanding } from '#app/lib/seen.ts'
import { pathOf } from './events.ts'

/** What can be moved in the calendar, as it stands. */
export type Movable = {
	id: string
	/** Below the calendar's, where a move is posted to, and the name of the move there. */
	path: string
	intent: 'reschedule' | 'move'
	name: string
	/** Instant, ISO 8601. */
	start: string
	/** The ids of those whose time it takes, in order. */
	people: string[]
	/** Where it stands (app/lib/seen.ts). */
	seen: string
	/** Of blocked time: its end, an instant, and the id of whose time it is. */
	block?: { end: string; taker: string }
}

export function movablesOf(
	appointments: Pick<Appointment, 'id' | 'contact_name' | 'for_name' | 'starts_at' | 'lines'>[],
	blocks: Block[],
): Movable[] {
	return [
		...appointments.map(({ id, contact_name, for_name, starts_at: start, lines }) => ({
			...{
				id,
				start,
				seen: appointmentStanding({ starts_at: start, lines }),
				path: pathOf({ kind: 'appointment', source: id }),
				intent: 'reschedule' as const,
			},
			name: customerName({ contact_name, for_name }, 'Termin'),
			people: lines.toSorted((one, other) => one.position - other.position).map(({ employee_id }) => employee_id),
		})),
		...blocks.map((block) => ({
			...standingOf(block),
			...{ id: block.id, start: block.starts_at, path: pathOf({ kind: 'block', source: block.id }) },
			...{ intent: 'move' as const, name: blockName(block), people: block.employee_id ? [block.employee_id] : [] },
		})),
	]
}

function standingOf(block: Block): Pick<Movable, 'seen' | 'block'> {
	const taker = block.employee_id ?? block.resource_id ?? ''
	return { seen: spanStanding(block.starts_at, block.ends_at, taker), block: { end: block.ends_at, taker } }
}
