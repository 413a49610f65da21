import { appointmentCalendarFile } from '#app/features/booking/calendar-file.ts'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/booking-calendar-file.ts'

/** A booking as a calendar file. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return new Response('Termin nicht gefunden.', { status: 404, headers: PRIVATE_PAGE })
	const { booking, secret } = opened
	const { location } = booking
	const file = appointmentCalendarFile({
		appointmentId: booking.id,
		sequence: booking.sequence,
		state: booking.state,
		startsAt: booking.starts_at,
		endsAt: booking.ends_at,
		stamp: new Date().toISOString(),
		method: 'PUBLISH',
		services: booking.secret ? [] : booking.lines.map((line) => line.service_name),
		business: { ...location, postalCode: location.postal_code },
		// A calendar sends no cookies, so a visitor who came through a mail's link needs its secret there too.
		url: `${args.context.get(servicesContext).siteUrl}${paths.booking(booking.id, secret)}`,
	})
	return new Response(file, {
		headers: {
			...PRIVATE_PAGE,
			'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
			'content-disposition': 'attachment; filename="termin.ics"',
		},
	})
}
