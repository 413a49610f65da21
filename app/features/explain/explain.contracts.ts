import { z } from 'zod'

const reserved = z.object({
	name: z.string(),
	appointment_id: z.uuid().optional(),
	customer: z.string().optional(),
	from: z.string().optional(),
	to: z.string().optional(),
})

const reason = z.object({
	reason: z.string(),
	from: z.string().optional(),
	to: z.string().optional(),
	/** Only sent to members who may open the appointment. */
	appointment_id: z.uuid().optional(),
	customer: z.string().optional(),
	/** Why somebody is absent, or what time is blocked for. */
	text: z.string().optional(),
	/** Whether the whole location is closed. */
	everyone: z.boolean().optional(),
	hours: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
	earliest: z.string().optional(),
	last_day: z.string().optional(),
	grid_minutes: z.int().optional(),
	/** A service, the test that it needs before, and how many hours before. */
	service: z.string().optional(),
	test: z.string().optional(),
	lead_hours: z.int().optional(),
	/** The kind of resource that the service needs, and which appointments use each one. */
	kind: z.string().optional(),
	resources: z.array(reserved).optional(),
})

/** What `explain_start` answers (50_booking/90_explain.sql): the reasons against a start, for each person. */
export const explainContract = z.array(
	z.object({
		employee_id: z.uuid(),
		employee_name: z.string(),
		bookable: z.boolean(),
		reasons: z.array(reason),
	}),
)

/**
 * The reasons against a time booked by hand (50_booking/91_explain_by_hand.sql), for each person: the detail of `slot_taken` and
 * `unusual_time`.
 */
export const againstContract = z.array(
	z.object({ employee_id: z.uuid(), employee_name: z.string(), reasons: z.array(reason) }),
)

export type Against = z.output<typeof againstContract>
export type Reason = z.output<typeof reason>
export type Reserved = z.output<typeof reserved>
