import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Label and value in the order given; those without a value are left out. */
export function Facts({ facts, className }: { facts: [label: string, value: ReactNode][]; className?: string }) {
	return (
		<dl className={[styles.facts, className].filter(Boolean).join(' ')}>
			{facts.map(([label, value]) =>
				value ? (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				) : null,
			)}
		</dl>
	)
}
