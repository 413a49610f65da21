import { readPaymentFilters } from '#app/features/payments/filters.ts'
import { paymentLines } from '#app/features/payments/payment-lines.ts'
import { loadAllPayments } from '#app/features/payments/payments.queries.server.ts'
import { requireManager, requireRight } from '#app/features/shell/admin-context.server.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import type { Route } from './+types/payments-file.ts'

/** A file with all payments that match the filters in the address; wall times of the chosen location. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const { client, company, location, locations } = await requireManager(context, request)
	const zone = location?.time_zone ?? HOME_ZONE
	const today = localDate(new Date(), zone)
	const rows = await loadAllPayments(client, company, zone, readPaymentFilters(url.searchParams, today))
	const places = new Map(locations.map(({ id, name }) => [id, name]))
	return csvFile(`Zahlungen-${today}`, csvOf(paymentLines(rows, places, zone)))
}
