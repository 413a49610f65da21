import { z } from 'zod'
import { againstContract } from '#app/features/explain/explain.contracts.ts'

/** What `change_following_events` answers: the ids of what it has changed, or what speaks against single ones. Instants are ISO 8601. */
export const changedEventsContract = z.object({
	changed: z.array(z.uuid()),
	conflicts: z.array(
		z.object({
			event_id: z.uuid(),
			/** As it stands. */
			starts_at: z.string(),
			code: z.enum(['slot_taken', 'seats_taken', 'no_such_time', 'event_times', 'edited_meanwhile']),
			against: againstContract,
			/** How many seats there are at least. */
			least: z.int().nullable(),
		}),
	),
})

/** What `take_events_back` answers: how many are as they were, and how many somebody has changed since. */
export const takenBackContract = z.object({ restored: z.int(), left: z.int() })

/** What `cancel_following_events` answers. */
export const cancelledEventsContract = z.object({ cancelled: z.int() })
