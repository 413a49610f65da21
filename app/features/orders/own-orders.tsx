import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import type { Kind } from './kinds.ts'
import styles from './public-list.module.css'
import type { OwnRow } from './own-rows.ts'

const SECTIONS: { kind: Kind; id: string; title: string; end: string; sure: string }[] = [
	{ kind: 'order', id: 'suchauftraege', title: 'Suchaufträge', end: 'Zurückziehen', sure: 'Wirklich zurückziehen' },
	{ kind: 'waitlist', id: 'wartelisten', title: 'Wartelisten', end: 'Platz aufgeben', sure: 'Platz wirklich aufgeben' },
	{ kind: 'alert', id: 'benachrichtigungen', title: 'Benachrichtigungen', end: 'Beenden', sure: 'Wirklich beenden' },
]

/** What the person waits for, each with its state, the way to its page and out; nothing when there is nothing. */
export function OwnOrders({ rows }: { rows: OwnRow[] }) {
	return SECTIONS.map(({ kind, id, title, end, sure }) => {
		const own = rows.filter((row) => row.kind === kind)
		if (!own.length) return null
		return (
			<section key={kind} aria-labelledby={id}>
				<h2 id={id}>{title}</h2>
				<ul className={styles.list}>
					{own.map((row) => (
						<li key={row.id} className={row.offered ? `${styles.row} ${styles.offered}` : styles.row}>
							<h3>
								<Link to={paths.request(row.id)}>{row.title}</Link>
							</h3>
							<p className={styles.age}>{row.state}</p>
							<p>{row.where}</p>
							<p className={styles.times}>{row.times}</p>
							{row.open ? (
								<AskedFirst
									summary={end}
									about={row.title}
									label={sure}
									intent="withdraw"
									fields={{ id: row.id }}
									quiet
								>
									Das lässt sich nicht rückgängig machen.
								</AskedFirst>
							) : null}
						</li>
					))}
				</ul>
				{kind === 'order' ? (
					<p className={styles.more}>
						<Link to={paths.createOrder()}>Neuen Suchauftrag erstellen</Link>
					</p>
				) : null}
			</section>
		)
	})
}
