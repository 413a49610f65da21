import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { proposalContract } from '#app/features/booking/booking.contracts.ts'

// What the functions of supabase/schemas/50_booking/89_disruption_board.sql answer; instants are ISO 8601.

const item = z.object({
	appointment_id: z.uuid(),
	state: z.enum(Constants.public.Enums.disruption_state),
	/** Why somebody has to phone. */
	why: z.enum(['declined', 'unanswered', 'unreachable', 'nothing_free']).nullable(),
	/** As it was when the disruption began. */
	starts_at: z.string(),
	ends_at: z.string(),
	/** Its start now. */
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

/** What `disruption_board` answers. */
export const boardContract = z.object({
	id: z.uuid(),
	/** Who is away; null for the whole location. */
	name: z.string().nullable(),
	starts_at: z.string(),
	ends_at: z.string(),
	/** When it was taken back. */
	ended_at: z.string().nullable(),
	/** Whether its time is still closed. */
	closed: z.boolean(),
	time_zone: z.string(),
	items: z.array(item),
})

/** What `list_disruptions` answers. */
export const disruptionListContract = z.array(
	z.object({
		id: z.uuid(),
		name: z.string().nullable(),
		starts_at: z.string(),
		ends_at: z.string(),
		/** Appointments of which nobody has settled what becomes of them, those that wait for a call, and all. */
		unsettled: z.int(),
		call: z.int(),
		items: z.int(),
	}),
)
