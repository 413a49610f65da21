import { z } from 'zod'
import { visitContract } from '#app/features/booking/booking.contracts.ts'
import { againstContract } from '#app/features/explain/explain.contracts.ts'

/**
 * What `create_series` and `repeat_appointment` answer: the visits made, or what speaks against single ones, counted from one. Instants are
 * ISO 8601. supabase/tests/booking/contracts.test.ts asks the functions themselves.
 */
export const seriesContract = z.object({
	series: z.uuid().nullable(),
	visits: z.array(visitContract),
	conflicts: z.array(
		z.object({
			turn: z.int(),
			starts_at: z.string(),
			/** `no_such_time`: the clock skips it. */
			code: z.enum(['slot_taken', 'unusual_time', 'no_such_time']),
			against: againstContract,
			/** The next free start. */
			next: z.string().nullable(),
		}),
	),
})

/** What `cancel_following` answers. */
export const cancelledContract = z.object({ cancelled: z.int() })
