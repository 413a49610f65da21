import { reportFile } from '#app/features/dashboard/report-rows.server.ts'
import { readSpan, readSubject } from '#app/features/dashboard/reports.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { csvFile } from '#app/lib/csv.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { addDays, localDate } from '#app/lib/dates.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/reports-file.ts'

/** A file with the sums of the last days of the chosen location, by month. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const { client, location } = await requireRight(context, request, 'reports')
	if (!location) throw redirect(adminPaths.dashboard())
	const today = localDate(new Date(), location.time_zone)
	const days = { from: addDays(today, 1 - readSpan(url.searchParams)), to: today }
	const file = await reportFile(client, location.id, days, readSubject(url.searchParams))
	return csvFile(`Auswertung-${today}`, file)
}
