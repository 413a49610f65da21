import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './public-list.module.css'
import type { OwnRow } from './own-rows.ts'

/** The person's search orders, each with the way to its page; nothing when there are none. */
export function OwnOrders({ rows }: { rows: OwnRow[] }) {
	if (!rows.length) return null
	return (
		<section aria-labelledby="suchauftraege">
			<h2 id="suchauftraege">Suchaufträge</h2>
			<ul className={styles.list}>
				{rows.map((row) => (
					<li key={row.id} className={row.offered ? `${styles.row} ${styles.offered}` : styles.row}>
						<h3>
							<Link to={paths.request(row.id)}>{row.title}</Link>
						</h3>
						<p className={styles.age}>{row.state}</p>
						<p>{row.where}</p>
						<p className={styles.times}>{row.times}</p>
					</li>
				))}
			</ul>
			<p className={styles.more}>
				<Link to={paths.createOrder()}>Neuen Suchauftrag erstellen</Link>
			</p>
		</section>
	)
}
