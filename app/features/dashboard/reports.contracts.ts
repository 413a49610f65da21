import { z } from 'zod'

// The answers of a location's reports (supabase/schemas/50_booking/94_reports.sql, 70_search/95_demand.sql);
// supabase/tests/booking/reports.test.ts and supabase/tests/search/demand.test.ts check the functions.

/** The answer of `demand_by_hour`: ISO weekdays, 0 for any; hours of the day, -1 for any. */
export const demandContract = z.array(z.object({ weekday: z.int(), hour: z.int(), searched: z.int(), found: z.int() }))
