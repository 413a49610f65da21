import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './views.module.css'

/** The ready-made selections of appointments. @param own address of the one that is shown @param today local date */
export function Views({ own, today }: { own: string; today: string }) {
	const views: [string, string][] = [
		['Alle', adminPaths.appointments()],
		['Heute', adminPaths.appointments({ von: today, bis: today })],
		['Kommende', adminPaths.appointments({ von: today })],
		['Anfragen', adminPaths.appointments({ status: 'requested' })],
		['Widerrufe', adminPaths.withdrawals()],
	]
	return (
		<nav aria-label="Auswahl" className={styles.views}>
			{views.map(([name, to]) => (
				<Link key={name} to={to} aria-current={to === own ? 'page' : undefined}>
					{name}
				</Link>
			))}
		</nav>
	)
}
