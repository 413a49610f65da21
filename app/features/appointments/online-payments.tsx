import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TestBadge } from '#app/ui/test-badge.tsx'
import styles from './detail.module.css'
import type { VisitPayments } from './online-payments.server.ts'

/** What was paid online for a visit, each with the way to it, and what is left for the visit, unless it does not take place. */
export function OnlinePayments({ payments, left, over }: VisitPayments & { over: boolean }) {
	if (payments.length === 0) return null
	return (
		<section aria-labelledby="online-gezahlt">
			<h2 id="online-gezahlt" className={styles.title}>
				Online-Zahlung
			</h2>
			<ul className={styles.history}>
				{payments.map(({ id, what, cents, test, stand: { words, ...look } }) => (
					<li key={id}>
						<Link to={adminPaths.payment(id)}>{`${what} ${formatPrice(cents)}`}</Link> <Badge {...look}>{words}</Badge>{' '}
						{test ? <TestBadge /> : null}
					</li>
				))}
			</ul>
			{left === null || over ? null : <p className={styles.soft}>{`Vor Ort zu zahlen: ${formatPrice(left)}`}</p>}
		</section>
	)
}
