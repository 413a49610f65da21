import { z } from 'zod'

const pieces = z.array(z.tuple([z.int(), z.int()]))

/**
 * The answer of `roster`, in the order of people and days. Pieces are real minutes since `begins`, the first instant of the local
 * date.
 */
export const rosterContract = z.array(
	z.object({
		employee_id: z.uuid(),
		day: z.iso.date(),
		begins: z.string(),
		work: pieces,
		/** The working time that is not free. */
		taken: pieces,
		/** Appointments in which this person serves, and the number of those that begin with this person. */
		appointments: z.int(),
		begun: z.int(),
		absences: z.array(z.object({ reason: z.string(), everyone: z.boolean() })),
	}),
)

export type RosterDay = z.output<typeof rosterContract>[number]
