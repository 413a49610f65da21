import type { ReactNode } from 'react'
import styles from './stat.module.css'

/** Key figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
	return <dl className={styles.stats}>{children}</dl>
}

/** One key figure; `value` is finished text, "–" where there is none. */
export function Stat({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	)
}
