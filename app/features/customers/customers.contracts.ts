import { z } from 'zod'

// JSON answers of the customer file's verbs; instants are ISO 8601. supabase/tests/customers/contracts.test.ts checks the functions.

const row = z.object({
	id: z.uuid(),
	name: z.string(),
	email: z.string().nullable(),
	phone: z.string(),
	blocked: z.boolean(),
	tags: z.array(z.string()),
	created_at: z.string(),
	birthday: z.string().nullable(),
	visits: z.int(),
	no_shows: z.int(),
	spent_cents: z.int(),
	last_visit_at: z.string().nullable(),
	next_visit_at: z.string().nullable(),
})

/** The answer of `list_customers`: one page, and the number of customers on all pages. */
export const customerListContract = z.object({ total: z.int(), rows: z.array(row) })

const kind = z.enum(['phone', 'email', 'name'])

const exported = row.extend({
	note: z.string(),
	/** Further ones. */
	contacts: z.array(z.object({ kind, value: z.string() })),
	/** The latest answer about advertising by mail. */
	advertising: z.boolean().nullable(),
})

/** The answer of `export_customers`. */
export const customerExportContract = z.object({ total: z.int(), rows: z.array(exported) })
export type ExportedCustomer = z.output<typeof exported>

const fileType = z.enum(['image/webp', 'application/pdf'])

/** The answer of `add_customer_file`: where the contents go. */
export const announcedFileContract = z.object({ id: z.uuid(), path: z.string() })

/** The answer of `open_customer_file`. */
export const openedFileContract = z.object({ path: z.string(), name: z.string(), type: fileType })

/** What a customer has agreed to or taken back, the latest first. `text`: the words, where they are kept. */
const consent = z.discriminatedUnion('kind', [
	z.object({
		...{ kind: z.literal('advertising'), at: z.string(), given: z.boolean(), text: z.string().nullable() },
		...{ channel: z.enum(['mail', 'sms', 'push']), address: z.string().nullable() },
	}),
	z.object({
		...{ kind: z.literal('early_start'), at: z.string(), text: z.string().nullable() },
		...{ appointment: z.uuid(), starts_at: z.string() },
	}),
])
export type Consent = z.output<typeof consent>

/** The answer of `open_customer`. `health`: whether there is health data; null without the right to it. */
export const customerContract = z.object({
	...{ id: z.uuid(), name: z.string(), email: z.string().nullable(), phone: z.string(), note: z.string() },
	...{ blocked: z.boolean(), tags: z.array(z.string()), user_id: z.uuid().nullable() },
	...{ created_at: z.string(), updated_at: z.string(), birthday: z.string().nullable() },
	contacts: z.array(z.object({ id: z.uuid(), kind, value: z.string(), label: z.string() })),
	/** `books`: the customer books for this person, otherwise this person for the customer; `customer`: their card, if they have one. */
	relatives: z.array(
		z.object({
			...{ id: z.uuid(), customer: z.uuid().nullable(), name: z.string(), relation: z.string(), books: z.boolean() },
		}),
	),
	facts: z
		.object({
			...{ visits: z.int(), no_shows: z.int(), cancelled: z.int(), spent_cents: z.int() },
			first_visit_at: z.string().nullable(),
			last_visit_at: z.string().nullable(),
			next_visit_at: z.string().nullable(),
		})
		.nullable(),
	health: z.boolean().nullable(),
	/** What was merged into the card and can be taken back until then, the latest first. */
	merges: z.array(z.object({ id: z.uuid(), name: z.string(), at: z.string(), who: z.string(), until: z.string() })),
	consents: z.array(consent),
	/** Photos and documents, the latest first; those of health for whoever has its right. */
	files: z.array(
		z.object({
			...{ id: z.uuid(), name: z.string(), type: fileType, bytes: z.int(), health: z.boolean() },
			...{ added_at: z.string(), added_by: z.string() },
		}),
	),
})

/** The answer of `open_health`: '' and null when there is nothing. */
export const healthContract = z.object({
	...{ note: z.string(), updated_at: z.string().nullable(), updated_by: z.string().nullable() },
})
export type Health = z.output<typeof healthContract>

/** The answer of `tag_customers` and `block_customers`: whom they have changed, and whom they could not. */
export const bulkContract = z.object({ changed: z.array(z.uuid()), refused: z.array(z.uuid()) })

/** The answer of `customers_on_numbers`: who else has a number of somebody, five by name. */
export const onNumbersContract = z.object({
	total: z.int(),
	first: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type OnNumbers = z.output<typeof onNumbersContract>

/** The answer of `keep_customer_facts`. */
export const keptFactsContract = z.object({ done: z.int(), reset: z.boolean() })

/** The answer of verbs that go through all rows in batches; `last` is null once there are no more. */
export const batchContract = z.object({ last: z.uuid().nullable(), done: z.int() })

export type CustomerRow = z.output<typeof row>
