import { requireUser } from '#app/lib/session.server.ts'
import styles from '#app/features/accounts/auth-card.module.css'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/second-factor.ts'

export function loader({ context }: Route.LoaderArgs) {
	requireUser(context)
	return null
}

/** For operators who are signed in with a password alone. */
export default function OperatorSecondFactor() {
	return (
		<>
			<title>Zwei-Faktor-Anmeldung · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Erst der zweite Faktor</h1>
			<p className={styles.lead}>
				Diese Seiten zeigen Daten anderer. Sie öffnen sich nur, wenn Sie sich mit einem zweiten Faktor angemeldet haben:
				Richten Sie ihn ein, und melden Sie sich dann damit an.
			</p>
			<ButtonLink to={paths.profileSecurity()}>Zweiten Faktor einrichten</ButtonLink>
		</>
	)
}
