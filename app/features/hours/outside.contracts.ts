import { z } from 'zod'

/** The answer of `appointments_outside`: what lies outside of working time from now on, the earliest first. */
export const outsideContract = z.object({
	/** How many there are, however many are named. */
	total: z.int(),
	first: z.array(
		z.object({
			/** Of the appointment, or of the course, whose participants count as one. */
			id: z.uuid(),
			event: z.boolean(),
			starts_at: z.string(),
			name: z.string(),
			employee: z.string(),
		}),
	),
})

export type Outside = z.output<typeof outsideContract>
