import { z } from 'zod'

/** What `opening_hours` answers: wall times of a week, 1 is Monday; `ends` not after `starts` is on the next day. */
export const hoursContract = z.array(z.object({ weekday: z.int(), starts: z.string(), ends: z.string() }))
