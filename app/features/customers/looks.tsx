import { formatDate, formatTime } from '#app/lib/dates.ts'
import { Panel } from '#app/ui/form-parts.tsx'
import styles from './customer.module.css'
import type { Look } from './customers.queries.server.ts'
import { lookText } from './looks.ts'

/** Who looked at a customer's card, the latest first; for owners. */
export function Looks({ looks, zone }: { looks: Look[]; zone: string }) {
	return (
		<Panel title="Wer hineingesehen hat">
			<details className={styles.older}>
				<summary>
					{looks.length === 30
						? 'Die letzten 30 Zugriffe'
						: looks.length === 1
							? '1 Zugriff'
							: `${looks.length} Zugriffe`}{' '}
					zeigen
				</summary>
				<ol className={styles.looks}>
					{looks.map(({ id, at, who, what }) => (
						<li key={id}>
							{formatDate(at, zone)}, {formatTime(at, zone)} Uhr · {who || 'Gelöschtes Konto'} · {lookText(what)}
						</li>
					))}
				</ol>
			</details>
			<p className={styles.below}>Zugriffe werden ein Jahr lang aufbewahrt.</p>
		</Panel>
	)
}
