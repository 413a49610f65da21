import { Link } from 'react-router'
import { windowText } from '#app/lib/wish-windows.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { FittingOrder } from './offers.contracts.ts'
import styles from './offers.module.css'
import { kilometres, orderName, viewHref } from './offers.ts'

/** How many people wait for time that is free, with the way to offer it. */
export function PlaceRow({ count }: { count: number }) {
	return (
		<p className={styles.more}>
			<Link to={viewHref('warteliste')}>
				{count === 1 ? 'Eine Person wartet' : `${count} Personen warten`} auf eine Zeit, die frei ist
			</Link>
		</p>
	)
}

/** The newest orders that fit and could be answered with a free time, and how many more there are. */
export function OrderRows({ orders, total }: { orders: FittingOrder[]; total: number }) {
	return (
		<>
			<ul className={styles.rows}>
				{orders.map((order) => (
					<li key={order.id}>
						<span>
							<Link to={adminPaths.offerTo(order.id)}>{orderName(order)}</Link>, {kilometres(order.distance_km)}
						</span>
						<span className={styles.soft}>{order.windows.slice(0, 1).map(windowText)}</span>
					</li>
				))}
			</ul>
			{total > orders.length ? (
				<p className={styles.more}>
					<Link to={viewHref('')}>Alle {total} ansehen</Link>
				</p>
			) : null}
		</>
	)
}
