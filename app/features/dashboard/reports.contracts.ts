import { z } from 'zod'

// The answers of a location's reports (supabase/schemas/58_reports, 70_search/95_demand.sql);
// supabase/tests/reports and supabase/tests/search/demand.test.ts check the functions.

/** The answer of `demand_by_hour`: ISO weekdays, 0 for any; hours of the day, -1 for any. */
export const demandContract = z.array(z.object({ weekday: z.int(), hour: z.int(), searched: z.int(), found: z.int() }))

const sums = z.object({ visits: z.int(), before: z.int() })
const minutes = z.object({ taken: z.int(), working: z.int(), taken_before: z.int(), working_before: z.int() })

/** The answer of `report_figures`: local dates, integer cents, minutes. */
export const reportContract = z.object({
	parts: z.array(
		z.object({
			...{ first: z.iso.date(), last: z.iso.date(), visits: z.int(), cents: z.int(), fresh: z.int(), again: z.int() },
			...{ missed: z.int(), visits_before: z.int(), cents_before: z.int(), fresh_before: z.int() },
			...{ again_before: z.int(), missed_before: z.int() },
		}),
	),
	sources: z.array(sums.extend({ source: z.string(), origin: z.string() })),
	leads: z.array(sums.extend({ days: z.int() })),
	people: z.array(minutes.extend({ id: z.uuid(), name: z.string() })),
	waits: z.array(
		z.object({
			...{ last: z.iso.date(), asked: z.int(), seated: z.int(), asked_before: z.int(), seated_before: z.int() },
		}),
	),
})

/** The answer of `report_rows`: minutes, integer cents; the name of a person or service, or the word of a source. */
export const rowsContract = z.array(
	z.object({
		...{ name: z.string(), visits: z.int(), minutes: z.int(), cents: z.int(), missed: z.int(), cancelled: z.int() },
	}),
)

/** The answer of `keep_reports`. */
export const keptReportsContract = z.object({ done: z.int(), more: z.boolean() })
