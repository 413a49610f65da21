import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './disruption.module.css'
import { countsText, type Disruption, periodText, titleOf } from './disruptions.ts'

/** Disruptions, one under the other, each with what is left to do. */
export function DisruptionList({ disruptions, zone, now }: { disruptions: Disruption[]; zone: string; now: Date }) {
	return (
		<ul className={styles.list}>
			{disruptions.map((one) => (
				<li key={one.id}>
					<span>
						<Link to={adminPaths.disruption(one.id)}>
							{titleOf(one.name)}, {periodText(one, zone, now)}
						</Link>
					</span>
					<span>{countsText(one)}</span>
				</li>
			))}
		</ul>
	)
}
