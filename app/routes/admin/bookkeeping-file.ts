import { loadBookkeeping } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { readMonth } from '#app/features/bookkeeping/bookkeeping.ts'
import { bookingsFile, loadBookings } from '#app/features/bookkeeping/bookings.server.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { attachment } from '#app/lib/attachment.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/bookkeeping-file.ts'

/** The bookings of a month for DATEV. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const month = readMonth(url.searchParams.get('monat'))
	invariantResponse(month, 'Not Found', 404)
	const settings = await loadBookkeeping(client, company.id)
	const bookings = await loadBookings(client, settings, {
		company: { id: company.id, smallBusiness: company.small_business },
		...{ month, withTests: url.searchParams.has('test') },
	})
	const file = await bookingsFile(settings, month, bookings)
	invariantResponse(file, 'Not Found', 404)
	return attachment(file.content, file)
}
