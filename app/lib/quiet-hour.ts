import { HOME_ZONE } from './dates.ts'

// The hour of the night in which few people book.
const QUIET_HOUR = 3

/** Whether it is time for nightly work; jobs that ask this are called every hour. */
export const isQuietHour = (now = Temporal.Now.instant()): boolean =>
	now.toZonedDateTimeISO(HOME_ZONE).hour === QUIET_HOUR
