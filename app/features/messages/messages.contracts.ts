import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

const row = z.object({
	...{ id: z.uuid(), kind: z.string(), audience: z.enum(Constants.public.Enums.actor_kind), channel: z.string() },
	...{ recipient: z.string(), state: z.enum(Constants.public.Enums.message_state), attempts: z.int() },
	...{ last_error: z.string(), sent_at: z.string().nullable(), created_at: z.string(), name: z.string() },
	...{ appointment_id: z.uuid().nullable(), starts_at: z.string().nullable(), location_id: z.uuid().nullable() },
	customer_id: z.uuid().nullable(),
})

/** The answer of `list_messages`: one page, and the number on all pages; `more`: there are more than that. Instants are ISO 8601. */
export const messageListContract = z.object({ total: z.int(), more: z.boolean(), rows: z.array(row) })

export type ListedMessage = z.output<typeof row>
