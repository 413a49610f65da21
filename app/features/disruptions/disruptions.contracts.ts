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
	/** The person who is away; null for the whole location. */
	name: z.string().nullable(),
	starts_at: z.string(),
	ends_at: z.string(),
	/** The time when the disruption was taken back. */
	ended_at: z.string().nullable(),
	/** Whether its time is still closed. */
	closed: z.boolean(),
	time_zone: z.string(),
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
	}),
)
