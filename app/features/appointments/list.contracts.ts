import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

const line = z.object({
	...{ position: z.int(), service_id: z.uuid(), service_name: z.string(), employee_id: z.uuid() },
	...{ starts_at: z.string(), ends_at: z.string(), price_cents: z.int(), agreed_minutes: z.int().nullable() },
	...{ event_id: z.uuid().nullable(), seats: z.int() },
})

const row = z.object({
	...{
		id: z.uuid(),
		state: z.enum(Constants.public.Enums.appointment_state),
		starts_at: z.string(),
		ends_at: z.string(),
	},
	...{ contact_name: z.string(), contact_email: z.string(), contact_phone: z.string(), note: z.string() },
	...{ total_cents: z.int(), source: z.string(), origin: z.string(), customer_id: z.uuid().nullable() },
	...{ created_at: z.string(), for_name: z.string(), arrived_at: z.string().nullable() },
	...{ package_name: z.string().nullable(), series: z.uuid().nullable(), lines: z.array(line) },
})

/** The answer of `list_appointments`: one page, and the number on all pages; `more`: there are more than that. Instants are ISO 8601. */
export const appointmentListContract = z.object({ total: z.int(), more: z.boolean(), rows: z.array(row) })
