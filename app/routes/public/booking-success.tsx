import { data, Link } from 'react-router'
import { isHold } from '#app/features/booking/booking.ts'
import { loadBooking } from '#app/features/booking/booking.queries.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readBookingSecret, readLastBooking } from '#app/features/booking/secret.server.ts'
import { detailsOf, rebookPath } from '#app/features/booking/view.ts'
import { paths } from '#app/lib/paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { ButtonLink, lookOf } from '#app/ui/button.tsx'
import { PlaceMap } from '#app/ui/map/place-map.tsx'
import { Notice } from '#app/ui/notice.tsx'
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
			email: booking.contact.email,
			signedIn: user !== null,
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
	const { id, requested, email, signedIn, details, rebook, at, tiles } = loaderData
	const { latitude, longitude } = at
	const title = requested ? 'Ihre Anfrage ist verschickt.' : 'Ihr Termin ist gebucht.'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			<Notice kind="success">
				<p>
					{requested
						? `${details.business} bestätigt Termine von Hand. Die Antwort kommt per E-Mail an ${email}; bis dahin ist die Zeit für Sie frei gehalten.`
						: `Wir haben die Bestätigung mit dem Link zu Ihrem Termin an ${email} geschickt.`}
				</p>
			</Notice>
			<Details {...details} />
			{latitude !== null && longitude !== null ? (
				<PlaceMap name={details.business} detail={details.address} {...{ latitude, longitude, tiles }} />
			) : null}
			<p className={styles.actions}>
				<a href={paths.bookingCalendarFile(id)} className={lookOf({ kind: 'primary' })}>
					In den Kalender eintragen
				</a>
				<ButtonLink to={paths.booking(id)} kind="secondary" reloadDocument>
					Termin ansehen oder ändern
				</ButtonLink>
				{rebook ? (
					<ButtonLink to={rebook} kind="plain">
						Weiteren Termin buchen
					</ButtonLink>
				) : null}
			</p>
			{signedIn ? null : (
				<p className={styles.lead}>
					Mit einem Konto sehen Sie alle Ihre Termine an einem Ort: <Link to={paths.register()}>Konto anlegen</Link>.
					Nötig ist es nicht.
				</p>
			)}
		</div>
	)
}
