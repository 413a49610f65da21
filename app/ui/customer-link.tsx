import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './customer-link.module.css'
import { LineIcon } from './line-icon.tsx'

/** Id of a customer's card; none where there is no card, or the reader must not open it. */
type Card = string | null | undefined

/** A customer's name, which leads to their card. */
export function CustomerName({ card, children }: { card: Card; children: ReactNode }) {
	return card ? (
		<Link to={adminPaths.customer(card)} className={styles.name}>
			{children}
		</Link>
	) : (
		children
	)
}

type CardLinkProps = {
	card: Card
	/** Shows its word beside the picture. */
	worded?: boolean
	/** -1: the Tab key passes over it, where there is another way. */
	reach?: -1
}

/** Beside a name that leads elsewhere: the way to the customer's card. Its row or heading says whose card it is. */
export function CardLink({ card, worded, reach }: CardLinkProps) {
	if (!card) return null
	return (
		<Link
			to={adminPaths.customer(card)}
			className={worded ? styles.worded : styles.card}
			tabIndex={reach}
			{...(worded ? {} : { 'aria-label': 'Kundenkarte', title: 'Kundenkarte' })}
		>
			<LineIcon size={18} width={1.75}>
				<path d="M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM14 10h4M14 14h4" />
				<path d="M8.500 8.500a1.750 1.750 0 1 0 0 3.500 1.750 1.750 0 0 0 0-3.500ZM5.500 15.500c.3-1.500 1.500-2 3-2s2.700.5 3 2" />
			</LineIcon>
			{worded ? 'Kundenkarte' : null}
		</Link>
	)
}
