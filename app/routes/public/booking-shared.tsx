import { data } from 'react-router'
import { BusinessFacts } from '#app/features/booking/details.tsx'
import styles from '#app/features/booking/details.module.css'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { openShared, sharedViewOf } from '#app/features/booking/shared.server.ts'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink, lookOf } from '#app/ui/button.tsx'
import type { Route } from './+types/booking-shared.ts'

export async function loader(args: Route.LoaderArgs) {
	const visit = await openShared(args, args.params.id)
	return visit
		? data({ id: visit.id, ...sharedViewOf(visit) }, { headers: PRIVATE_PAGE })
		: data(null, { status: 404, headers: PRIVATE_PAGE })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

/** A booking as somebody sees it who got its link: nothing to change, and nothing about who booked. */
export default function BookingShared({ loaderData }: Route.ComponentProps) {
	if (!loaderData)
		return (
			<div className={styles.page}>
				<title>Link ungültig · Zeitplatz</title>
				<meta name="robots" content="noindex" />
				<h1>Dieser Link zeigt keinen Termin mehr.</h1>
				<p>Wer ihn geteilt hat, hat ihn zurückgenommen oder durch einen neuen ersetzt. Bitte fragen Sie dort nach.</p>
				<p className={styles.actions}>
					<ButtonLink to={paths.home()} kind="secondary">
						Zur Startseite
					</ButtonLink>
				</p>
			</div>
		)
	const { id, state, date, times, services, business, address, phone, listing, route } = loaderData
	return (
		<div className={styles.page}>
			<title>{`Termin bei ${business} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<h1>Termin bei {business}</h1>
			<p>
				<strong className={`${styles.state} ${styles[state.tone]}`}>{state.name}</strong>
			</p>
			<dl className={styles.facts}>
				<div>
					<dt>Zeit</dt>
					<dd className={styles.when}>
						{date}, <span className={styles.times}>{times}</span>
					</dd>
				</div>
				<div>
					<dt>{services.length === 1 ? 'Leistung' : 'Leistungen'}</dt>
					<dd>{services.join('\n')}</dd>
				</div>
				<BusinessFacts {...{ business, address, phone, listing, route }} />
			</dl>
			<p className={styles.actions}>
				<a href={paths.sharedCalendarFile(id)} className={lookOf({ kind: 'secondary' })}>
					In den Kalender eintragen
				</a>
			</p>
			<p className={styles.lead}>Diese Seite wurde mit Ihnen geteilt. Ändern oder absagen kann nur, wer gebucht hat.</p>
		</div>
	)
}
