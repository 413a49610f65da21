import { z } from 'zod'

const row = z.object({
	...{ id: z.uuid(), service_id: z.uuid(), service_name: z.string(), title: z.string(), description: z.string() },
	...{ employee_id: z.uuid(), resource_id: z.uuid().nullable(), starts_at: z.string(), ends_at: z.string() },
	...{ seats: z.int(), taken: z.int(), waiting: z.int(), price_cents: z.int(), notice_minutes: z.int().nullable() },
	...{ cancellation_hours: z.int().nullable(), series: z.uuid().nullable(), cancelled_at: z.string().nullable() },
	updated_at: z.string(),
})

/** The answer of `list_event_page`: one page, and the number on all pages. Instants are ISO 8601. */
export const eventPageContract = z.object({ total: z.int(), rows: z.array(row) })
