import styles from './facts.module.css'

/** Label and value in the order given; those without a value are left out. */
export function Facts({ facts }: { facts: [label: string, value: string][] }) {
	return (
		<dl className={styles.facts}>
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
