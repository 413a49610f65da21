import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './site-footer.module.css'

/** Foot of the public pages: ways on, and what the law wants to be reachable from everywhere. */
export function SiteFooter() {
	return (
		<footer className={styles.footer}>
			<div className={styles.inner}>
				<p className={styles.claim}>Zeitplatz. Freie Termine finden und ohne Konto buchen.</p>
				<nav aria-label="Fußzeile" className={styles.links}>
					<Link to={paths.listings()}>Termine suchen</Link>
					<Link to={paths.categories()}>Kategorien</Link>
					<Link to={paths.registerCompany()}>Unternehmen eintragen</Link>
				</nav>
			</div>
		</footer>
	)
}
