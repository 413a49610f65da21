import { z } from 'zod'

const instant = z.string()

/** What was decided, as `internal.decisions` keeps it (supabase/schemas/87_platform/30_decisions.sql). */
export const measure = z.enum([
	...['none', 'review_removed', 'reply_removed', 'picture_removed', 'listing_paused', 'order_closed'],
	...['offer_withdrawn', 'company_suspended', 'lifted', 'message_removed'],
] as const)
export const decidedKind = z.enum(['listing', 'image', 'review', 'reply', 'order', 'offer', 'company', 'message'])

/** A statement of reasons, for whoever was told. */
export const decisionContract = z.object({
	...{ party: z.enum(['author', 'reporter']), kind: decidedKind, business: z.string(), measure, ground: z.string() },
	...{ scope: z.string(), facts: z.string(), basis: z.string(), automated: z.boolean() },
	...{ told_at: instant, appeal_until: instant, appeal: z.enum(['open', 'made', 'over', 'final']) },
})
export type Decision = z.output<typeof decisionContract>
