import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeKind = 'quiet' | 'good' | 'waiting' | 'bad'

/**
 * A state in one or two words. `icon` is a path in a 16 × 16 view box, because a colour alone tells nothing to people who
 * cannot see it.
 */
export function Badge({ kind = 'quiet', icon, children }: { kind?: BadgeKind; icon?: string; children: ReactNode }) {
	return (
		<span className={`${styles.badge} ${styles[kind]}`}>
			{icon ? (
				<svg
					viewBox="0 0 16 16"
					width="14"
					height="14"
					fill="none"
					stroke="currentColor"
					strokeWidth="1.75"
					strokeLinecap="round"
					aria-hidden="true"
				>
					<path d={icon} />
				</svg>
			) : null}
			{children}
		</span>
	)
}
