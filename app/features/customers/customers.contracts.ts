import { z } from 'zod'

// What the verbs of the customer file answer as JSON; instants are ISO 8601. supabase/tests/customers/contracts.test.ts asks the functions.

const row = z.object({
	id: z.uuid(),
	name: z.string(),
	email: z.string().nullable(),
	phone: z.string(),
	blocked: z.boolean(),
	tags: z.array(z.string()),
	created_at: z.string(),
	visits: z.int(),
	no_shows: z.int(),
	spent_cents: z.int(),
	last_visit_at: z.string().nullable(),
	next_visit_at: z.string().nullable(),
})

/** What `list_customers` answers: one page, and how many there are on all of them. */
export const customerListContract = z.object({ total: z.int(), rows: z.array(row) })

/** What `keep_customer_facts` answers. */
export const keptFactsContract = z.object({ done: z.int(), reset: z.boolean() })

/** What verbs answer that go through all rows in batches; `last` is null once there are no more. */
export const batchContract = z.object({ last: z.uuid().nullable(), done: z.int() })

export type CustomerRow = z.output<typeof row>
