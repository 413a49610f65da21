import { z } from 'zod'

const pieces = z.array(z.tuple([z.int(), z.int()]))

/** What `roster` answers, in the order of people and days. Pieces are real minutes since `begins`, the first instant of the local date. */
export const rosterContract = z.array(
	z.object({
		employee_id: z.uuid(),
		day: z.iso.date(),
		begins: z.string(),
		work: pieces,
		/** What of it is not free. */
		taken: pieces,
		/** In which this person serves, and those of them that begin with this person. */
		appointments: z.int(),
		begun: z.int(),
		absences: z.array(z.object({ reason: z.string(), everyone: z.boolean() })),
	}),
)

export type RosterDay = z.output<typeof rosterContract>[number]
