import { data, Form, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { readId } from '#app/features/booking/choice.ts'
import { bookingCookies, heldByCookie, readBookingSecret, readSecret } from '#app/features/booking/secret.server.ts'
import { eventTime, seatsText } from '#app/features/events/event.ts'
import styles from '#app/features/booking/details.module.css'
import { confirmWait, leaveWait, loadWait, type Wait } from '#app/features/events/waits.server.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/event-wait.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
	const id = readId(params.id)
	invariantResponse(id)
	const { client } = sessionOf(context)
	if (url.searchParams.has('s')) {
		// The secret goes into a cookie at once, as for a booking.
		const secret = readSecret(url.searchParams.get('s'))
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		if (secret) for (const cookie of bookingCookies(secret, paths.eventWait(id))) headers.append('set-cookie', cookie)
		throw redirect(paths.eventWait(id), { headers })
	}
	const wait = await loadWait(client, id, readBookingSecret(request))
	return data(wait && wordsOf(wait, new Date()), { status: wait ? 200 : 404, headers: PRIVATE_PAGE })
}

function wordsOf({ state, seats, until, event, location }: Wait, now: Date) {
	const zone = location.time_zone
	const meaning: Record<Wait['state'], string> = {
		unconfirmed: 'Noch zählt Ihr Platz nicht: Bitte bestätigen Sie, dass Sie auf die Warteliste möchten.',
		waiting: 'Sie stehen auf der Warteliste. Wird ein Platz frei, schreiben wir Ihnen.',
		offered: `Für Sie ${seats === 1 ? 'ist ein Platz' : `sind ${seats} Plätze`} frei geworden. Wir halten ${seats === 1 ? 'ihn' : 'sie'} bis ${until ? formatSoon(until, zone, now) : ''} für Sie.`,
		booked: 'Sie haben gebucht. Die Bestätigung haben wir Ihnen per E-Mail geschickt.',
		lapsed: 'Ihr Platz war eine Zeit lang für Sie frei gehalten und ist weitergegeben worden.',
		left: 'Sie stehen nicht mehr auf der Warteliste.',
		over: 'Dieser Kurs ist vorbei oder abgesagt.',
	}
	return {
		...{
			state,
			meaning: meaning[state],
			title: event.title,
			business: location.name,
			listing: paths.listing(location.slug),
		},
		when: eventTime(event, zone),
		what: `${seatsText(seats)}, ${seats * event.price_cents === 0 ? 'kostenlos' : formatPrice(seats * event.price_cents)}`,
	}
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const id = readId(params.id)
	invariantResponse(id)
	const { client } = sessionOf(context)
	const form = await readForm(request).catch(() => new FormData())
	const secret = readBookingSecret(request)
	const wait = await loadWait(client, id, secret)
	invariantResponse(wait)
	if (form.get('intent') === 'confirm') {
		const refused = await confirmWait(client, id, secret ?? '')
		return refused ? data({ refused }, { status: 409 }) : redirect(paths.eventWait(id), { status: 303 })
	}
	if (form.get('intent') === 'leave') {
		await leaveWait(client, id, secret)
		return redirect(paths.eventWait(id), { status: 303 })
	}
	const { slug } = wait.location
	const hold = wait.hold_id ?? undefined
	const headers = new Headers()
	if (secret && hold) headers.append('set-cookie', heldByCookie({ secret, appointment: hold }, slug))
	return redirect(paths.listingEvent(slug, wait.event.id, { hold }), { status: 303, headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** A place on a waiting list: where it stands, and the way to book what is offered or to give it up. */
export default function EventWaitPage({ loaderData, actionData }: Route.ComponentProps) {
	const state = loaderData?.state
	const title = loaderData ? `Warteliste: ${loaderData.title}` : 'Diesen Platz können wir hier nicht zeigen.'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			{loaderData ? (
				<>
					{actionData ? (
						<Notice kind="danger" role="alert" title={actionData.refused[0]}>
							{actionData.refused[1] ? <p>{actionData.refused[1]}</p> : null}
						</Notice>
					) : null}
					<p className={styles.lead}>{loaderData.meaning}</p>
					<p>
						{loaderData.when}
						<br />
						{loaderData.what}
						<br />
						<Link to={loaderData.listing}>{loaderData.business}</Link>
					</p>
					<Form method="post" className={styles.actions}>
						{state === 'unconfirmed' ? (
							<Button name="intent" value="confirm">
								Ja, auf die Warteliste
							</Button>
						) : null}
						{state === 'offered' || state === 'waiting' || state === 'lapsed' ? (
							<Button name="intent" value="book">
								{state === 'offered' ? 'Weiter zur Buchung' : 'Nachsehen, ob etwas frei ist'}
							</Button>
						) : null}
						{state === 'unconfirmed' || state === 'offered' || state === 'waiting' ? (
							<Button name="intent" value="leave" kind="secondary">
								Von der Warteliste streichen
							</Button>
						) : null}
					</Form>
				</>
			) : (
				<p>Bitte öffnen Sie den Link aus unserer E-Mail: Er enthält den Schlüssel zu Ihrem Platz auf der Warteliste.</p>
			)}
		</div>
	)
}
