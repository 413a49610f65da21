import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import styles from './details.module.css'

/** Shown to visitors without a valid link to a booking. Does not reveal whether the booking exists. */
export function LockedBooking() {
	return (
		<div className={styles.page}>
			<title>Termin nicht gefunden · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Diesen Termin können wir hier nicht zeigen.</h1>
			<p>
				Bitte öffnen Sie den Link aus Ihrer Bestätigungs-E-Mail: Er enthält den Schlüssel zu Ihrem Termin. Haben Sie mit
				Konto gebucht, melden Sie sich bitte an.
			</p>
			<p className={styles.actions}>
				<ButtonLink to={paths.bookingLinks()}>Link nicht zur Hand?</ButtonLink>
				<ButtonLink to={paths.login()} kind="secondary">
					Anmelden
				</ButtonLink>
				<ButtonLink to={paths.home()} kind="plain">
					Zur Startseite
				</ButtonLink>
			</p>
		</div>
	)
}
