import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './site-footer.module.css'

/** Foot of the public pages: ways on, and what the law wants to be reachable from everywhere. */
export function SiteFooter() {
	return (
		<footer className={styles.footer}>
			<div className={styles.inner}>
				<p className={styles.claim}>Zeitplatz. Freie Termine finden und ohne Konto buchen.</p>
				<nav aria-label="Fußzeile" className={styles.groups}>
					<Group title="Termine">
						<Link to={paths.listings()}>Termine suchen</Link>
						<Link to={paths.categories()}>Kategorien</Link>
						<Link to={paths.login()}>Anmelden</Link>
					</Group>
					<Group title="Unternehmen">
						<Link to={paths.business()}>Zeitplatz für Unternehmen</Link>
						<Link to={paths.registerCompany()}>Unternehmen eintragen</Link>
						<Link to={paths.loginCompany()}>Anmelden als Unternehmen</Link>
					</Group>
					<Group title="Rechtliches">
						<Link to={paths.imprint()}>Impressum</Link>
						<Link to={paths.dataProtection()}>Datenschutz</Link>
						<Link to={paths.terms()}>Nutzungsbedingungen</Link>
						<Link to={paths.ranking()}>Reihenfolge der Ergebnisse</Link>
						<Link to={paths.sources()}>Quellen und Lizenzen</Link>
					</Group>
				</nav>
			</div>
		</footer>
	)
}

function Group({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={styles.group}>
			<p>{title}</p>
			{children}
		</div>
	)
}
