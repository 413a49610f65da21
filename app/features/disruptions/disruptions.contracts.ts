import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { proposalContract } from '#app/features/booking/booking.contracts.ts'

// The answers of the functions in supabase/schemas/50_booking/89_disruption_board.sql; instants are ISO 8601.

const item = z.object({
	appointment_id: z.uuid(),
	state: z.enum(Constants.public.Enums.disruption_state),
	/** The reason why somebody has to phone the customer. */
	why: z.enum(['declined', 'unanswered', 'unreachable', 'nothing_free']).nullable(),
	/** The start when the disruption began. */
	starts_at: z.string(),
	ends_at: z.string(),
	/** The present start. */
	now_at: z.string(),
	contact_name: z.string(),
	contact_phone: z.string(),
	contact_email: z.string(),
	services: z.array(z.string()),
	people: z.array(z.string()),
	/** Of a closed room or device: the names of what it is in now, and of what else it could have at the same time. */
	resource: z.string().nullable(),
	elsewhere: z.string().nullable(),
	proposal: proposalContract.nullable(),
	/** The best other times; null where none were looked for. */
	options: z
		.array(
			z.object({
				starts_at: z.string(),
				ends_at: z.string(),
				employee_ids: z.array(z.uuid()),
				people: z.array(z.string()),
			}),
		)
		.nullable(),
})

/** The answer of `disruption_board`. */
export const boardContract = z.object({
	id: z.uuid(),
	/** The person who is away, or the room or device that is out of use; null for the whole location. */
	name: z.string().nullable(),
	/** Whether it is a room or device. */
	resource: z.boolean(),
	starts_at: z.string(),
	ends_at: z.string(),
	/** The time when the disruption was taken back. */
	ended_at: z.string().nullable(),
	/** Whether its time is still closed. */
	closed: z.boolean(),
	time_zone: z.string(),
	/** Events to come in a closed room. */
	events: z.array(z.object({ event_id: z.uuid(), title: z.string(), starts_at: z.string(), booked: z.int() })),
	items: z.array(item),
})

/** The answer of `list_disruptions`. */
export const disruptionListContract = z.array(
	z.object({
		id: z.uuid(),
		name: z.string().nullable(),
		starts_at: z.string(),
		ends_at: z.string(),
		/** The number of appointments that are not settled, that wait for a call, and in total. */
		unsettled: z.int(),
		call: z.int(),
		items: z.int(),
		/** The number of events to come in a closed room. */
		events: z.int(),
	}),
)
