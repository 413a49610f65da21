import { Link, useRouteLoaderData } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import type { loader } from '#app/root.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** Head of the public pages: mark, ways to search, and the own area. `narrow` is for single pages, which are what matters there. */
export function SiteHeader({ narrow = false }: { narrow?: boolean }) {
	const user = useRouteLoaderData<typeof loader>('root')?.user
	return (
		<header className={styles.header}>
			<a className={styles.skip} href="#inhalt">
				Zum Inhalt springen
			</a>
			<div className={narrow ? `${styles.bar} ${styles.narrow}` : styles.bar}>
				<Link to={paths.home()} className={styles.mark} aria-label="Zeitplatz, zur Startseite">
					<Logo />
				</Link>
				<nav aria-label="Hauptnavigation" className={styles.links}>
					<Link to={paths.categories()} className={styles.wide}>
						Kategorien
					</Link>
					<Link to={paths.business()} className={styles.wide}>
						Für Unternehmen
					</Link>
					{user ? <Link to={paths.profile()}>Mein Bereich</Link> : <Link to={paths.login()}>Anmelden</Link>}
					<ThemeSwitch />
				</nav>
			</div>
		</header>
	)
}
