import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import styles from './event.module.css'
import { eventTime } from './event.ts'
import type { Sibling } from './following.ts'

/** The courses of a series, each with a link to its page. */
export function Siblings({ series, id, zone }: { series: Sibling[]; id: string; zone: string }) {
	return (
		<details className={styles.series}>
			<summary>
				Serie: {series.findIndex((one) => one.id === id) + 1}. von {series.length} Kursen
			</summary>
			<ol>
				{series.map((one) => (
					<li key={one.id}>
						<Link to={adminPaths.event(one.id)} aria-current={one.id === id ? 'true' : undefined}>
							{eventTime(one, zone)}
						</Link>{' '}
						{one.cancelled_at ? <Badge kind="bad">Abgesagt</Badge> : null}
					</li>
				))}
			</ol>
		</details>
	)
}
