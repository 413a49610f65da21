import { z } from 'zod'

/** The answer of `open_tasks`. */
export const openTasksContract = z.object({
	undelivered: z.array(
		z.object({
			message_id: z.uuid(),
			kind: z.string(),
			appointment_id: z.uuid(),
			name: z.string(),
			phone: z.string(),
			starts_at: z.string(),
		}),
	),
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
