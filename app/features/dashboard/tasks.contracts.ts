import { z } from 'zod'

const visit = z.object({ appointment_id: z.uuid(), name: z.string(), phone: z.string(), starts_at: z.string() })

/** The answer of `open_tasks`. */
export const openTasksContract = z.object({
	undelivered: z.array(visit.extend({ message_id: z.uuid(), kind: z.string() })),
	/** Visits without the test that their service needs before. */
	untested: z.array(visit.extend({ service: z.string(), test: z.string() })),
	offers: z.array(
		z.object({
			event_id: z.uuid(),
			title: z.string(),
			starts_at: z.string(),
			/** How many people have not answered yet, and until when the first of them may. */
			offered: z.int(),
			answer_by: z.string(),
		}),
	),
})
export type OpenTasks = z.output<typeof openTasksContract>
