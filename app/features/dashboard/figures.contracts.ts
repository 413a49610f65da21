import { z } from 'zod'

// The answers of a location's figures (supabase/schemas/50_booking/95_figures.sql); supabase/tests/booking/figures.test.ts checks the
// functions.

/** The answer of `visits_by_day`: local days in order. */
export const visitsContract = z.array(
	z.object({ day: z.iso.date(), visits: z.int(), before: z.int(), open: z.boolean() }),
)

/** The answer of `use_of_people`, in minutes. */
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
