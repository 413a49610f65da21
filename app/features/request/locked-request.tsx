import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import styles from './request-page.module.css'
import { RequestFrame } from './request-parts.tsx'

/** Shown without access to an order. Does not reveal whether it exists. */
export function LockedRequest() {
	return (
		<RequestFrame title="Nicht gefunden">
			<h1>Diese Seite können wir hier nicht zeigen.</h1>
			<p>
				Bitte öffnen Sie den Link aus unserer letzten E-Mail: Er enthält den Schlüssel zu Ihrem Suchauftrag, Ihrem Platz
				auf der Warteliste oder Ihrer Benachrichtigung. Haben Sie ein Konto, melden Sie sich bitte an.
			</p>
			<p className={styles.buttons}>
				<ButtonLink to={paths.login()}>Anmelden</ButtonLink>
				<ButtonLink to={paths.home()} kind="plain">
					Zur Startseite
				</ButtonLink>
			</p>
		</RequestFrame>
	)
}
