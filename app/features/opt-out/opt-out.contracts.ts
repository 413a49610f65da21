import { z } from 'zod'

/** What a link to unsubscribe is about (`get_opt_out`, `opt_out`); `company` null is the platform itself. */
export const optOutContract = z.object({ company: z.string().nullable(), unsubscribed: z.boolean() })
