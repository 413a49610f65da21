import { z } from 'zod'

/** The answer of `preview_erasure`: numbers of what goes and stays. `coming`: appointments that have yet to take place; none may. `health` is null for whoever must not know. */
export const erasureContract = z.object({
	...{ name: z.string(), email: z.string().nullable(), account: z.boolean(), coming: z.int(), appointments: z.int() },
	...{
		messages: z.int(),
		reviews: z.int(),
		contacts: z.int(),
		relatives: z.int(),
		files: z.int(),
		health: z.boolean().nullable(),
	},
	...{ withdrawals: z.int(), early_starts: z.int() },
})
export type Erasure = z.output<typeof erasureContract>
