import { Link, Outlet } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { paths } from '#app/lib/paths.ts'
import { Logo } from '#app/ui/logo.tsx'

/** Layout of the pages behind mail links: the logo and one card, without other links. */
export default function DefaultAuthSimple() {
	return (
		<main id="inhalt" className={styles.simple}>
			<meta name="robots" content="noindex" />
			<Link to={paths.home()} className={styles.mark} aria-label="Zeitplatz, zur Startseite">
				<Logo />
			</Link>
			<div className={styles.card}>
				<Outlet />
			</div>
		</main>
	)
}
