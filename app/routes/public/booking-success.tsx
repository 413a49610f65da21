import { data } from 'react-router'
import { AccountOffer } from '#app/features/accounts/account-offer.tsx'
import { isHold } from '#app/features/booking/booking.ts'
import { loadBooking } from '#app/features/booking/booking.queries.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readBookingSecret, readLastBooking } from '#app/features/booking/secret.server.ts'
import { Done, IntoCalendar, Ticket } from '#app/features/booking/ticket.tsx'
import { calendarLinksOf, detailsOf, rebookPath, tileOf } from '#app/features/booking/view.ts'
import { paths } from '#app/lib/paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PlaceMap } from '#app/ui/map/place-map.tsx'
import type { Route } from './+types/booking-success.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const asked = url.searchParams.get('id')
	const id = asked === null ? readLastBooking(request) : readId(asked)
	const booking = id ? await loadBooking(client, id, readBookingSecret(request)) : null
	if (!booking || isHold(booking)) return data(null, { status: asked === null ? 200 : 404, headers: PRIVATE_PAGE })
	return data(
		{
			id: booking.id,
			requested: booking.state === 'requested',
			contact: booking.contact,
			signedIn: user !== null,
			...{ tile: tileOf(booking), calendars: calendarLinksOf(booking) },
			details: { ...detailsOf(booking, new Date()), contact: undefined, note: undefined },
			rebook: rebookPath(booking),
			at: { latitude: booking.location.latitude, longitude: booking.location.longitude },
			tiles: context.get(servicesContext).tiles ?? null,
		},
		{ headers: PRIVATE_PAGE },
	)
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

export default function BookingSuccess({ loaderData }: Route.ComponentProps) {
	if (!loaderData) return <LockedBooking />
	const { id, requested, contact, signedIn, details, rebook, tile, calendars, at, tiles } = loaderData
	const { latitude, longitude } = at
	const { email } = contact
	const title = requested ? 'Ihre Anfrage ist verschickt.' : 'Ihr Termin ist gebucht.'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<Done title={title}>
				{requested
					? `${details.business} bestätigt Termine von Hand. Die Antwort kommt per E-Mail an ${email}; bis dahin ist die Zeit für Sie frei gehalten.`
					: `Wir haben die Bestätigung mit dem Link zu Ihrem Termin an ${email} geschickt.`}
			</Done>
			<Ticket tile={tile}>
				<Details {...details} />
			</Ticket>
			<IntoCalendar file={paths.bookingCalendarFile(id)} links={calendars} />
			{latitude !== null && longitude !== null ? (
				<PlaceMap name={details.business} detail={details.address} {...{ latitude, longitude, tiles }} />
			) : null}
			<p className={styles.actions}>
				<ButtonLink to={paths.booking(id)} kind="secondary" reloadDocument>
					Termin ansehen oder ändern
				</ButtonLink>
				{rebook ? (
					<ButtonLink to={rebook} kind="plain">
						Weiteren Termin buchen
					</ButtonLink>
				) : null}
			</p>
			{signedIn ? null : <AccountOffer name={contact.name} email={email} phone={contact.phone} />}
		</div>
	)
}
