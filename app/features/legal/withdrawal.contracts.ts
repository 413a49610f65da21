import { z } from 'zod'

/** What `declare_withdrawal` answers: when it arrived, instant. */
export const declaredContract = z.object({ declared_at: z.string() })
