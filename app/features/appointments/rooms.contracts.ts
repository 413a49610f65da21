import { z } from 'zod'

/** What `rooms_for_appointment` answers: the rooms or devices that each line can have; `free` at its time. changing-rooms.test.ts asks it. */
export const roomsContract = z.array(
	z.object({
		position: z.int(),
		/** As the business calls it: "Raum", "Kabine". */
		kind: z.string(),
		rooms: z.array(z.object({ id: z.uuid(), name: z.string(), free: z.boolean() })),
	}),
)
