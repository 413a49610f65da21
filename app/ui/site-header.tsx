import { useRouteLoaderData } from 'react-router'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { paths } from '#app/lib/paths.ts'
import type { loader } from '#app/root.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * Header of the public pages: logo, ways to search, and the visitor's own area. `narrow` is for pages of one business, which matter more
 * than the header.
 */
export function SiteHeader({ narrow = false }: { narrow?: boolean }) {
	const user = useRouteLoaderData<typeof loader>('root')?.user
	return (
		<header data-links className={styles.header}>
			<a className={styles.skip} href="#inhalt">
				Zum Inhalt springen
			</a>
			<div className={narrow ? `${styles.bar} ${styles.narrow}` : styles.bar}>
				<a href={paths.home()} className={styles.mark} aria-label="Zeitplatz, zur Startseite">
					<Logo />
				</a>
				<nav aria-label="Hauptnavigation" className={styles.links}>
					<a href={paths.categories()} className={styles.wide}>
						Kategorien
					</a>
					<a href={paths.createOrder()} className={styles.wider}>
						Suchauftrag
					</a>
					<a href={paths.business()} className={styles.wide}>
						Für Unternehmen
					</a>
					<OwnArea user={user} />
					<ThemeSwitch />
				</nav>
			</div>
		</header>
	)
}

function OwnArea({ user }: { user: { email: string } | null | undefined }) {
	if (!user) return <a href={paths.login()}>Anmelden</a>
	return isDemoAddress(user.email) ? (
		<a href={paths.demoSalon()}>Zurück in die Demo</a>
	) : (
		<a href={paths.profile()}>Mein Bereich</a>
	)
}
