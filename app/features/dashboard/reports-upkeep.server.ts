import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { addDays, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { keptReportsContract } from './reports.contracts.ts'

/**
 * Sums the days of reports anew that have changed. @returns how much was done if more is waiting, otherwise 0: while a long transaction
 * runs, the latest changes come again with each call
 */
export async function keepReports(services: AppServices): Promise<number> {
	const { done, more } = invariantData(await call(serverClient(services), 'keep_reports', keptReportsContract, {}))
	return more ? done : 0
}

/** Weeks whose days are summed anew every night, because nothing tells of changed hours, absences and blocked time. */
const NIGHTLY_WEEKS = 5

/** Once a night marks the last weeks of all locations. Called every hour. */
export async function markReports(services: AppServices): Promise<number> {
	if (!isQuietHour()) return 0
	const first = addDays(localDate(new Date(), HOME_ZONE), -7 * NIGHTLY_WEEKS)
	const { error } = await serverClient(services).rpc('mark_reports', { p_first: first })
	if (error) throw new Error(error.message, { cause: error })
	return 0
}
