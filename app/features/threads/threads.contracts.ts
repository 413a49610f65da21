import { z } from 'zod'

/** The answer of `booking_thread`, `peek_booking_thread` and `appointment_thread`. */
export const threadContract = z.object({
	/** Whether the reader's side may write now. */
	open: z.boolean(),
	/** Whether the customer waits for an answer. */
	waiting: z.boolean(),
	messages: z.array(
		z.object({
			id: z.uuid(),
			by_customer: z.boolean(),
			text: z.string(),
			at: z.string(),
			seen: z.boolean(),
			/** The member who wrote it, for the business alone. */
			author: z.string().nullable(),
		}),
	),
})
export type StoredThread = z.output<typeof threadContract>

/** The answer of `waiting_messages`. */
export const waitingContract = z.object({
	total: z.int(),
	rows: z.array(
		z.object({
			appointment_id: z.uuid(),
			name: z.string(),
			starts_at: z.string(),
			/** The latest words, and since when the first of them wait. */
			text: z.string(),
			at: z.string(),
			count: z.int(),
		}),
	),
})
export type WaitingMessages = z.output<typeof waitingContract>

/** The answer of `request_threads` and `peek_request_threads`: those of one order, each with a business. */
export const requestThreadsContract = z.array(
	threadContract.extend({
		location: z.object({
			...{ id: z.uuid(), slug: z.string(), name: z.string(), time_zone: z.string(), published: z.boolean() },
		}),
	}),
)
export type RequestThreads = z.output<typeof requestThreadsContract>

/** The answer of `waiting_answers`: orders whose customers have answered a question. */
export const waitingAnswersContract = z.object({
	total: z.int(),
	rows: z.array(z.object({ order_id: z.uuid(), title: z.string(), text: z.string(), at: z.string(), count: z.int() })),
})
export type WaitingAnswers = z.output<typeof waitingAnswersContract>
