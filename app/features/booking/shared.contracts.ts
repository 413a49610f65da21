import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

/** What `shared_booking` answers: a booking for somebody who got its link. */
export const sharedContract = z.object({
	...{ id: z.uuid(), state: z.enum(Constants.public.Enums.appointment_state), sequence: z.int() },
	...{ starts_at: z.string(), ends_at: z.string() },
	/** The name is null under § 203 StGB. */
	services: z.array(z.object({ name: z.string().nullable(), employee: z.string(), starts_at: z.string() })),
	location: z.object({
		...{ slug: z.string(), name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() },
		...{ phone: z.string(), email: z.string(), time_zone: z.string(), published: z.boolean() },
		...{ latitude: z.number().nullable(), longitude: z.number().nullable() },
	}),
})
export type SharedBooking = z.output<typeof sharedContract>
