import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Shown instead of an empty list: one line that says so, one on how to add something, one button. */
export function EmptyState({ what, how, action }: { what: string; how?: string; action?: ReactNode }) {
	return (
		<div className={styles.empty}>
			<p className={styles.what}>{what}</p>
			{how ? <p>{how}</p> : null}
			{action ? <div className={styles.action}>{action}</div> : null}
		</div>
	)
}
