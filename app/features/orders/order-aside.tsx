import styles from './order-steps.module.css'

/** How it works, beside the empty form. */
export function HowItWorks() {
	return (
		<aside className={styles.aside} aria-label="So funktioniert es">
			<h2>So funktioniert es</h2>
			<ol>
				<li>Sie sagen, was Sie brauchen und wann Sie können.</li>
				<li>Wir zeigen, wer dann ohnehin frei hat. Das buchen Sie sofort.</li>
				<li>Passt nichts, antworten Betriebe mit Zeiten, die sie für Sie frei halten.</li>
			</ol>
			<p className={styles.soft}>Kostenlos und unverbindlich. Ohne Namen, ohne E-Mail, ohne genaue Adresse.</p>
		</aside>
	)
}

export type ReachData = {
	reach: number
	affordable: number
	free: string
	budget: string
	radius: number
	title: string
	lines: string[]
	secret: boolean
}

/** Whom an order reaches, and what they see of it. */
export function Reach({ reach, affordable, free, budget, radius, title, lines, secret }: ReachData) {
	return (
		<aside className={styles.aside} aria-label="Wen Ihr Suchauftrag erreicht">
			<p className={styles.soft}>Ihr Suchauftrag erreicht</p>
			<p className={styles.reach}>
				<b>{reach}</b> {reach === 1 ? 'Betrieb' : 'Betriebe'} im Umkreis von {radius} km
			</p>
			<dl className={styles.facts}>
				<dt>haben dann etwas frei</dt>
				<dd>{free}</dd>
				{budget ? (
					<>
						<dt>bieten es bis {budget} an</dt>
						<dd>{affordable}</dd>
					</>
				) : null}
			</dl>
			<p className={styles.soft}>So sehen es die Unternehmen:</p>
			<p className={styles.preview}>
				<strong>{title}</strong>
				{lines.map((line) => (
					<span key={line}>
						<br />
						{line}
					</span>
				))}
			</p>
			<p className={styles.soft}>
				Ohne Namen, ohne E-Mail, ohne genaue Adresse.
				{secret ? ' Ihr Suchauftrag erscheint in keiner öffentlichen Liste.' : ''}
			</p>
		</aside>
	)
}
