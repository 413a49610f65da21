import { z } from 'zod'

/** What `listed_day_prices` answers: the day prices of a location that have not ended. Times are wall times of the location, HH:MM; 1 is Monday. */
export const dayPricesContract = z.array(
	z.object({
		id: z.uuid(),
		service_id: z.uuid(),
		percent: z.int(),
		weekdays: z.array(z.int()),
		starts: z.string(),
		ends: z.string(),
		first_day: z.iso.date(),
		last_day: z.iso.date().nullable(),
		/** The least that anyone asks for it then, in cents. */
		price_cents: z.int(),
		/** Whether somebody asks for more. */
		dearer: z.boolean(),
		/** What may be struck beside it (§ 11 PAngV). */
		struck_cents: z.int().nullable(),
	}),
)

export type DayPrice = z.output<typeof dayPricesContract>[number]
