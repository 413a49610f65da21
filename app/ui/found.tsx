import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#app/lib/numbers.ts'
import styles from './found.module.css'

type Props = {
	total: number
	/** Whether there are more than `total`, where they are not all counted. */
	more?: boolean
	/** Singular and plural of the word for a row. */
	names: [one: string, several: string]
	/** Link to the whole list, when only a part of it is shown. */
	clear?: { to: string; label: string }
	/** The tools of the list. */
	children?: ReactNode
}

/** The line above a list: the number of results, a link to all of them, and the tools. */
export function Found({ total, more = false, names: [one, several], clear, children }: Props) {
	return (
		<div className={styles.found}>
			<p role="status" className={styles.count}>
				{more ? 'Mehr als ' : null}
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
