import { appointmentCalendarFile } from '#app/features/booking/calendar-file.ts'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { openShared } from '#app/features/booking/shared.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/shared-calendar-file.ts'

/** A shared booking as a calendar file, which leads to the page that was shared. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
	const visit = await openShared(args, args.params.id)
	if (!visit) return new Response('Termin nicht gefunden.', { status: 404, headers: PRIVATE_PAGE })
	const { location } = visit
	const file = appointmentCalendarFile({
		...{ appointmentId: visit.id, sequence: visit.sequence, state: visit.state },
		...{ startsAt: visit.starts_at, endsAt: visit.ends_at, stamp: new Date().toISOString(), method: 'PUBLISH' },
		services: visit.services.map(({ name }) => name ?? ''),
		business: { ...location, postalCode: location.postal_code },
		url: `${args.context.get(servicesContext).siteUrl}${paths.sharedBooking(visit.id)}`,
		readOnly: true,
	})
	return new Response(file, {
		headers: {
			...PRIVATE_PAGE,
			'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
			'content-disposition': 'attachment; filename="termin.ics"',
		},
	})
}
