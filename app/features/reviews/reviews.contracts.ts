import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

const answer = z.boolean().nullable()

/** What `get_review` and the verbs that write a review answer. */
export const reviewPageContract = z.object({
	step: z.enum(['write', 'edit', 'add', 'visit_elsewhere', 'not_completed', 'self_review', 'review_closed']),
	...{ location: z.string(), business: z.string(), starts_at: z.string(), time_zone: z.string(), author: z.string() },
	services: z.array(z.string()),
	review: z
		.object({
			...{ rating: z.int(), text: z.string(), punctual: answer, as_priced: answer, clean: answer, again: answer },
			anonymous: z.boolean(),
			state: z.enum(Constants.public.Enums.review_state),
			reply: z.string(),
			additions: z.array(z.object({ at: z.string(), text: z.string() })),
			version: z.int(),
			created_at: z.string(),
			edited_at: z.string().nullable(),
		})
		.nullable(),
})

export type ReviewPage = z.output<typeof reviewPageContract>
