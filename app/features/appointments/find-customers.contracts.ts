import { z } from 'zod'

/** The answer of `find_customers`. An entry without an id is a contact that was typed into one of the caller's own appointments. */
export const foundCustomersContract = z.array(
	z.object({
		id: z.uuid().nullable(),
		name: z.string(),
		email: z.string().nullable(),
		phone: z.string(),
		blocked: z.boolean(),
		/** Instant. */
		last_visit: z.string().nullable(),
		/** For whom the customer books, where the text may mean these people. */
		books_for: z.string().nullable(),
	}),
)

export type FoundCustomer = z.output<typeof foundCustomersContract>[number]
