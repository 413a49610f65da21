import { z } from 'zod'

/** What is to be reported, as it stands on its page. */
export const reportTargetContract = z.object({ business: z.string(), slug: z.string(), shown: z.string() })
export type ReportTarget = z.infer<typeof reportTargetContract>

/** How many reviews of a location were removed, by the reason. */
export const removedReviewsContract = z.array(z.object({ reason: z.string(), total: z.int() }))

/** When a report came in, whether a receipt is on its way, and when the visit was that is said not to have been: "2026-11". */
export const reportedContract = z.object({
	...{ reported_at: z.string(), receipt: z.boolean(), visit: z.string().nullable() },
})
