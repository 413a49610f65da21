import { OrderPreview } from './order-preview.tsx'
import styles from './order-steps.module.css'
import type { Preview } from './preview.ts'

const LEFT_OUT = 'Ohne Namen, ohne E-Mail, ohne genaue Adresse. Nummern, Adressen und Links im Text blenden wir aus.'

/** What businesses will read, while the form is filled in; nothing before there is something to read. */
export function LivePreview({ preview }: { preview: Preview }) {
	if (!preview.title && !preview.text) return null
	return (
		<aside className={styles.aside} aria-label="So lesen es die Betriebe">
			<h2>So lesen es die Betriebe</h2>
			<OrderPreview preview={preview} />
			<p className={styles.soft}>{LEFT_OUT}</p>
		</aside>
	)
}

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
	preview: Preview
	secret: boolean
}

/** Whom an order reaches, and what they see of it. */
export function Reach({ reach, affordable, free, budget, radius, preview, secret }: ReachData) {
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
			<p className={styles.soft}>So lesen es die Betriebe:</p>
			<OrderPreview preview={preview} />
			<p className={styles.soft}>
				{LEFT_OUT}
				{secret ? ' Ihr Suchauftrag erscheint in keiner öffentlichen Liste.' : ''}
			</p>
		</aside>
	)
}
