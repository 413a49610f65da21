import { Link, useLocation } from 'react-router'
import { formatDate, formatTime, localDate } from '#app/lib/dates.ts'
import type { Sibling } from './appointments.queries.server.ts'
import styles from './detail.module.css'
import { OPEN } from './states.ts'
import { STATE_NAMES } from './texts.ts'

/** The other dates of an appointment's series; each opens beside the same page. */
export function SeriesList({ series, id, zone }: { series: Sibling[]; id: string; zone: string }) {
	const { pathname } = useLocation()
	const beside = pathname.slice(0, pathname.lastIndexOf('/'))
	return (
		<details className={styles.series}>
			<summary>
				Serie: {series.findIndex((one) => one.id === id) + 1}. von {series.length} Terminen
			</summary>
			<ol>
				{series.map(({ id: other, starts_at, state }) => (
					<li key={other}>
						<Link
							to={`${beside}/${other}?tag=${localDate(starts_at, zone)}`}
							aria-current={other === id ? 'true' : undefined}
							preventScrollReset
						>
							{formatDate(starts_at, zone)}, {formatTime(starts_at, zone)}
						</Link>
						{OPEN.includes(state) ? null : <span className={styles.soft}>{STATE_NAMES[state]}</span>}
					</li>
				))}
			</ol>
		</details>
	)
}
