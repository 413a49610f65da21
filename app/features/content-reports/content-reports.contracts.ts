import { z } from 'zod'

/** What is to be reported, as it stands on its page. */
export const reportTargetContract = z.object({ business: z.string(), slug: z.string(), shown: z.string() })
export type ReportTarget = z.infer<typeof reportTargetContract>

/** When a report came in, and whether a receipt is on its way. */
export const reportedContract = z.object({ reported_at: z.string(), receipt: z.boolean() })
