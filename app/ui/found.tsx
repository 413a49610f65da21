import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#app/lib/numbers.ts'
import styles from './found.module.css'

type Props = {
	total: number
	/** What a row is called, alone and with others. */
	names: [one: string, several: string]
	/** Leads to the whole list, where only a part of it is shown. */
	clear?: { to: string; label: string }
	/** What can be done with the list. */
	children?: ReactNode
}

/** The line above a list: how many were found, the way to all of them, and what can be done with them. */
export function Found({ total, names: [one, several], clear, children }: Props) {
	return (
		<div className={styles.found}>
			<p role="status" className={styles.count}>
				{total === 1 ? `1 ${one}` : `${formatNumber(total)} ${several}`}
				{clear ? (
					<>
						{' '}
						· <Link to={clear.to}>{clear.label}</Link>
					</>
				) : null}
			</p>
			{children ? <span className={styles.tools}>{children}</span> : null}
		</div>
	)
}
