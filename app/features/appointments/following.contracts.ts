import { z } from 'zod'
import { againstContract } from '#app/features/explain/explain.contracts.ts'
import { NOTICES } from './texts.ts'

/** What speaks against single ones of a series. Instants are ISO 8601. */
const conflicts = z.array(
	z.object({
		id: z.uuid(),
		/** As it stands. */
		starts_at: z.string(),
		code: z.enum(['slot_taken', 'unusual_time', 'no_such_time', 'other_services', 'edited_meanwhile']),
		against: againstContract,
	}),
)
export type Conflict = z.output<typeof conflicts>[number]

/** What `move_following` answers: where each stood and stands (app/lib/seen.ts), and what becomes of the mail. */
export const movedFollowingContract = z.object({
	...{ moved: z.array(z.object({ id: z.uuid(), was: z.string(), now: z.string() })), conflicts },
	notice: z.enum(NOTICES),
})

/** What `change_following` answers. */
export const changedFollowingContract = z.object({
	...{ changed: z.array(z.uuid()), conflicts },
	notice: z.enum(NOTICES),
})

/** What `move_back` answers. */
export const movedBackContract = z.object({ moved: z.int(), left: z.int() })

/** What `change_back` answers: how many are as they were, and how many somebody has changed since. */
export const changedBackContract = z.object({ changed: z.int(), left: z.int(), notice: z.enum(NOTICES) })

/** What `restore_following` answers. */
export const restoredContract = z.object({ restored: z.int(), conflicts })
