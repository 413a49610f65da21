import { z } from 'zod'

// What the figures of a location answer (supabase/schemas/50_booking/95_figures.sql); supabase/tests/booking/figures.test.ts asks them.

/** What `visits_by_day` answers: local days in order. */
export const visitsContract = z.array(
	z.object({ day: z.iso.date(), visits: z.int(), before: z.int(), open: z.boolean() }),
)

/** What `use_of_people` answers; minutes. */
export const useContract = z.array(
	z.object({
		id: z.uuid(),
		name: z.string(),
		taken: z.int(),
		working: z.int(),
		taken_before: z.int(),
		working_before: z.int(),
	}),
)
