import { z } from 'zod'

// JSON answers of the verbs for merging; instants are ISO 8601. supabase/tests/customers/merges.test.ts checks the functions.

const card = z.object({
	...{
		id: z.uuid(),
		name: z.string(),
		email: z.string().nullable(),
		phone: z.string(),
		birthday: z.string().nullable(),
	},
	...{ tags: z.array(z.string()), note: z.string(), blocked: z.boolean(), created_at: z.string() },
	...{ visits: z.int(), last_visit_at: z.string().nullable() },
})
export type MergeCard = z.output<typeof card>

/** The answer of `list_duplicates`: one page, and the number of pairs on all pages. */
export const duplicatesContract = z.object({
	total: z.int(),
	rows: z.array(z.object({ one: card, other: card, why: z.array(z.enum(['birthday', 'email', 'phone'])) })),
})
export type Duplicate = z.output<typeof duplicatesContract>['rows'][number]

/** The answer of `preview_merge`. `health`: whether the card that goes has health data; null without the right to it. */
export const mergePreviewContract = z.object({
	...{ kept: card, gone: card },
	result: card.pick({ name: true, email: true, phone: true, birthday: true, note: true, tags: true, blocked: true }),
	contacts: z.array(z.object({ kind: z.enum(['phone', 'email', 'name']), value: z.string() })),
	...{ appointments: z.int(), messages: z.int(), health: z.boolean().nullable() },
})
export type MergePreview = z.output<typeof mergePreviewContract>

/** The answer of `undo_merge`: the card that is back, and what could not be put back. */
export const undoneMergeContract = z.object({
	customer: z.uuid(),
	left: z.array(z.enum(['card_changed', 'health_changed', 'address_gone', 'later_bookings'])),
})
