import { z } from 'zod'

/** The detail of `moved_meanwhile`: where it stands now, and who moved it last and when (supabase/schemas/50_booking/49_seen.sql). */
export const movedMeanwhileContract = z.object({
	/** Its standing, to be named by whoever moves it all the same. */
	seen: z.string(),
	/** Instants, ISO 8601; an end only of blocked time. */
	starts_at: z.string(),
	ends_at: z.string().optional(),
	/** The names of those who serve; nobody for customers. */
	people: z.array(z.string()),
	/** null: nobody knows. */
	actor: z.enum(['customer', 'business', 'system']).nullable(),
	at: z.string().nullable(),
	/** The member's name; "" where it is not known or not for the reader. */
	by: z.string(),
})

/** The detail of `restore_doubtful`: who has cancelled, when, and whether the appointment has begun. */
export const restoreDoubtfulContract = movedMeanwhileContract
	.pick({ actor: true, at: true, by: true })
	.extend({ begun: z.boolean() })
