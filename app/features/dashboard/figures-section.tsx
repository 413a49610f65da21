import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Plot } from '#app/ui/plot/plot.tsx'
import plots from '#app/ui/plot/plot.module.css'
import type { Figures } from './figures.server.ts'
import styles from './figures-section.module.css'

/**
 * The last four weeks compared with the four before; renders nothing while there is nothing to show. @param more whether the reader may
 * see all reports
 */
export function FiguresSection({ visits, use, more }: Figures & { more: boolean }) {
	if (!visits && !use) return null
	return (
		<section aria-label="Auswertung" className={styles.section}>
			<div className={styles.head}>
				<h2>Auswertung</h2>
				<p>Die letzten vier Wochen</p>
				{more ? <Link to={adminPaths.reports()}>Alle Auswertungen</Link> : null}
			</div>
			<div className={plots.plots}>
				{visits ? (
					<Plot title="Termine je Tag" {...visits} note="Strich = derselbe Wochentag vier Wochen davor" />
				) : null}
				{use ? (
					<Plot
						title="Auslastung je Person"
						{...use}
						note="Belegte Zeit von der Arbeitszeit, Strich = vier Wochen davor"
					/>
				) : null}
			</div>
		</section>
	)
}
