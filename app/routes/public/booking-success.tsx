import { data, Link } from 'react-router'
import { AccountOffer } from '#app/features/accounts/account-offer.tsx'
import { isHold, isMovable } from '#app/features/booking/booking.ts'
import { loadBooking } from '#app/features/booking/booking.queries.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { Details } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { LockedBooking } from '#app/features/booking/locked.tsx'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readBookingSecret, readLastBooking } from '#app/features/booking/secret.server.ts'
import { Done, IntoCalendar, Ticket } from '#app/features/booking/ticket.tsx'
import { calendarLinksOf, detailsOf, rebookPath, tileOf } from '#app/features/booking/view.ts'
import { BookingWays, WhatNext } from '#app/features/booking/what-next.tsx'
import { loadBookingThread } from '#app/features/threads/threads.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { paths } from '#app/lib/paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PlaceMap } from '#app/ui/map/place-map.tsx'
import { SmallMap } from '#app/ui/map/small-map.tsx'
import type { Route } from './+types/booking-success.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const asked = url.searchParams.get('id')
	const id = asked === null ? readLastBooking(request) : readId(asked)
	const secret = readBookingSecret(request)
	const booking = id ? await loadBooking(client, id, secret) : null
	if (!booking || isHold(booking)) return data(null, { status: asked === null ? 200 : 404, headers: PRIVATE_PAGE })
	if (booking.state === 'awaiting_payment') throw redirect(paths.bookingPayment(booking.id))
	const thread = await loadBookingThread(client, booking, secret, false)
	return data(
		{
			id: booking.id,
			requested: booking.state === 'requested',
			contact: booking.contact,
			signedIn: user !== null,
			demo: user !== null && isDemoAddress(user.email),
			...{ tile: tileOf(booking), calendars: calendarLinksOf(booking) },
			// What is left out here stands on the page of the booking.
			details: { ...detailsOf(booking, new Date()), contact: undefined, note: undefined },
			movable: booking.can_reschedule && isMovable(booking),
			cancellable: booking.can_cancel,
			writable: thread.open,
			onSite: booking.total_cents > 0 && (booking.payment?.later_cents ?? booking.total_cents) === booking.total_cents,
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
	const { id, requested, contact, signedIn, demo, rebook, tile, calendars, at, tiles } = loaderData
	const { movable, cancellable, writable, onSite } = loaderData
	const { policy, earlyStart, ...details } = loaderData.details
	const { latitude, longitude } = at
	const { email } = contact
	const title = requested ? 'Ihre Anfrage ist verschickt.' : 'Ihr Termin ist gebucht.'
	const map =
		latitude === null || longitude === null
			? null
			: { name: details.business, detail: details.address, latitude, longitude, tiles }
	return (
		<div className={`${styles.page} ${styles.wide}`}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<Done title={title}>
				{demo ? (
					<>
						In der Demo geht keine E-Mail hinaus: Was an {email} ginge, liegt im{' '}
						<Link to={adminPaths.demoInbox()}>Posteingang der Demo</Link>.
					</>
				) : requested ? (
					`${details.business} bestätigt Termine von Hand. Bis zur Antwort ist die Zeit für Sie frei gehalten.`
				) : (
					`Die Bestätigung ist unterwegs an ${email}.`
				)}
			</Done>
			<Ticket tile={tile}>
				<Details {...details} dated />
				{map ? <SmallMap {...map} /> : null}
			</Ticket>
			<IntoCalendar file={paths.bookingCalendarFile(id)} links={calendars} />
			<BookingWays {...{ id, movable, writable }} business={details.business} route={details.route} />
			{map ? (
				<div className={styles.narrowOnly}>
					<PlaceMap {...map} />
				</div>
			) : null}
			<div className={styles.halves}>
				<WhatNext
					steps={[
						requested
							? {
									icon: 'done',
									title: 'Anfrage verschickt',
									text: demo
										? `${details.business} sieht sie unter „Termine“.`
										: `${details.business} antwortet per E-Mail an ${email}.`,
								}
							: {
									icon: 'done',
									title: demo ? 'Termin gebucht' : 'Bestätigung unterwegs',
									text: demo ? '' : 'Mit dem Link zu Ihrem Termin.',
								},
						...(policy
							? [
									{
										icon: 'clock' as const,
										title: 'Doch keine Zeit?',
										text: (
											<>
												{policy}{' '}
												{cancellable ? (
													<Link to={paths.bookingStep(id, 'absagen')} reloadDocument>
														Termin absagen
													</Link>
												) : null}
											</>
										),
									},
								]
							: []),
						{
							icon: 'place',
							title: `${details.date}, ${tile.from} Uhr: Ihr Termin`,
							text: onSite ? 'Gezahlt wird vor Ort.' : '',
						},
					]}
				/>
				{signedIn ? null : <AccountOffer name={contact.name} email={email} phone={contact.phone} />}
			</div>
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
			{earlyStart ? (
				<p className={styles.soft}>
					Sie haben erklärt: „{earlyStart.text}“ Erklärt am {earlyStart.agreed}.
				</p>
			) : null}
		</div>
	)
}
