import { data } from 'react-router'
import { isMovable } from '#app/features/booking/booking.ts'
import { loadLocation } from '#app/features/booking/booking.queries.server.ts'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { employeesFor } from '#app/features/booking/offer.ts'
import { openBooking, PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { formatPeriod } from '#app/features/booking/times.ts'
import styles from '#app/features/orders/order-steps.module.css'
import { storedWhen } from '#app/features/orders/stored.ts'
import { WaitAside } from '#app/features/orders/wait-aside.tsx'
import { WaitForm } from '#app/features/orders/wait-form.tsx'
import { joinWaitlist } from '#app/features/orders/wait.server.ts'
import { anyTime } from '#app/features/orders/windows.ts'
import { localDate, momentText } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/booking-wait.ts'

/** The booking with where it is. @throws a redirect to its page where it cannot move to an earlier time */
async function openSwap(args: Route.LoaderArgs | Route.ActionArgs) {
	const opened = await openBooking(args, args.params.id)
	if (!opened) return null
	const { client, booking } = opened
	const bookable = booking.can_reschedule && isMovable(booking) ? await loadLocation(client, booking.location.id) : null
	if (!bookable || bookable.location.waitlist === 'off') throw redirect(paths.booking(booking.id))
	return { ...opened, ...bookable }
}

export async function loader(args: Route.LoaderArgs) {
	const opened = await openSwap(args)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { booking, location, offer } = opened
	const { contact, lines, starts_at: start, ends_at: end } = booking
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const business = location.name
	const able = employeesFor([...new Set(lines.map((line) => line.service_id))], offer)
	const people = [...new Set(lines.map((line) => line.employee_id))]
	const person =
		booking.employee_chosen && people.length === 1 ? able.find(({ id }) => id === people[0])?.id : undefined
	return data(
		{
			form: {
				...{ business, today, since: now.getTime() },
				stored: { ...storedWhen(anyTime(today), today), person: person ?? '' },
				people: able.map(({ id, name }) => ({ id, name })),
				contact: { name: contact.name, email: contact.email, phone: phoneText(contact.phone) },
				any: `Jede freie Zeit von heute bis zu Ihrem Termin ${momentText(start, zone, now)}.`,
			},
			aside: {
				...{ business, listing: paths.listing(location.slug), byHand: location.waitlist === 'by_hand' },
				lines: lines.map((line) => line.service_name),
				replaces: formatPeriod(start, end, zone),
			},
			back: paths.booking(booking.id),
		},
		{ headers: PRIVATE_PAGE },
	)
}

export async function action(args: Route.ActionArgs) {
	const opened = await openSwap(args)
	if (!opened) throw data(errorMessage('appointment_not_found'), { status: 404 })
	const { booking, location, secret } = opened
	const swap = { id: booking.id, secret, startsAt: booking.starts_at }
	return joinWaitlist(args.context, args.request, { location, services: [], swap })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** Waiting for an earlier time: the appointment moves there once its customer agrees. */
export default function BookingWait({ loaderData, actionData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { form, aside, back } = loaderData
	return (
		<div className={styles.page}>
			<title>{`Früher kommen · ${aside.business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>Früher kommen?</h1>
			<p className={styles.lead}>
				Wird vorher etwas frei, erfahren Sie es. Ihr Termin bleibt, bis Sie einer neuen Zeit zusagen, und der Preis
				bleibt derselbe. <a href={back}>Zurück zum Termin</a>
			</p>
			<div className={styles.columns}>
				<WaitForm {...form} reply={actionData?.reply} />
				<WaitAside {...aside} />
			</div>
		</div>
	)
}
