import { z } from 'zod'

/** What `find_customers` answers. Without an id it is what was given with one of the caller's own appointments. */
export const foundCustomersContract = z.array(
	z.object({
		id: z.uuid().nullable(),
		name: z.string(),
		email: z.string().nullable(),
		phone: z.string(),
		blocked: z.boolean(),
		/** Instant. */
		last_visit: z.string().nullable(),
	}),
)

export type FoundCustomer = z.output<typeof foundCustomersContract>[number]
