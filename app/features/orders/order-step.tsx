import type { ReactNode } from 'react'
import styles from './order-steps.module.css'

/** A numbered part of the form. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
	return (
		<section aria-labelledby={`schritt-${number}`} className={styles.step}>
			<h2 id={`schritt-${number}`}>
				<span className={styles.number} aria-hidden="true">
					{number}
				</span>
				{title}
			</h2>
			{children}
		</section>
	)
}

type Segments = { legend: string; name: string; chosen: string; options: readonly { value: string; label: string }[] }

/** One choice out of a few, side by side. */
export function Segments({ legend, name, chosen, options }: Segments) {
	return (
		<fieldset className={styles.segments}>
			<legend>{legend}</legend>
			<div>
				{options.map(({ value, label }) => (
					<label key={value}>
						<input type="radio" name={name} value={value} defaultChecked={value === chosen} />
						{label}
					</label>
				))}
			</div>
		</fieldset>
	)
}
