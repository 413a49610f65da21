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

const event = z.object({
	event_id: z.uuid(),
	title: z.string(),
	/** The start when the disruption began. */
	starts_at: z.string(),
	state: z.enum(['open', 'moved', 'cancelled', 'kept']),
	/** The present start, who gives it and where. */
	now_at: z.string(),
	person: z.string(),
	room: z.string().nullable(),
	/** The number of seats that are booked. */
	booked: z.int(),
	/** Who has booked and has no mail address. */
	unreachable: z.array(z.object({ name: z.string(), phone: z.string() })),
	/** Who else is free at the same time; `usual`: it is in their working hours. */
	people: z.array(z.object({ id: z.uuid(), name: z.string(), usual: z.boolean() })),
	/** Other rooms or devices of the same kind that are free at the same time. */
	rooms: z.array(z.object({ id: z.uuid(), name: z.string() })),
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
	/** The other disruptions on whose boards appointments are that lie in this one as well, and how many. */
	others: z.array(z.object({ id: z.uuid(), name: z.string().nullable(), items: z.int() })),
	/** The courses, each decided about as a whole. */
	events: z.array(event),
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
		/** The number of courses, and of those that are to come and not settled. */
		events: z.int(),
		events_open: z.int(),
	}),
)
