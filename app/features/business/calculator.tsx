import { Form } from 'react-router'
import { type FormReply, fieldOf } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './business.module.css'
import { USUAL_MONTH } from './month.ts'
import { monthCost, type Month, type Prices } from './prices.ts'

export type CalculatorProps = {
	/** What was typed, with what is wrong with it; nothing before the first time. */
	reply?: FormReply
	/** The month to show; none when something typed is wrong. */
	month: Month | null
	prices: Prices
}

/** "Das hätte es gekostet": a month by the prices. Sent by GET, so it works without JavaScript and can be shared. */
export function Calculator({ reply, month, prices }: CalculatorProps) {
	return (
		<section aria-labelledby="rechner" className={styles.calculator}>
			<div>
				<h2 id="rechner">Das hätte es gekostet</h2>
				<p>Rechnen Sie einen Monat mit {prices.billed ? 'diesen' : 'den geplanten'} Preisen.</p>
				<Form method="get" noValidate preventScrollReset className={styles.fields}>
					<TextField
						label="Personen im Team"
						{...fieldOf(reply, 'personen', USUAL_MONTH.personen)}
						inputMode="numeric"
						maxLength={3}
					/>
					<TextField
						label="Neue Kund:innen über Zeitplatz"
						{...fieldOf(reply, 'neue', USUAL_MONTH.neue)}
						inputMode="numeric"
						maxLength={3}
					/>
					<TextField
						label="Ihr erster Besuch kostet im Schnitt"
						{...fieldOf(reply, 'preis', USUAL_MONTH.preis)}
						inputMode="decimal"
						maxLength={12}
						hint="In Euro"
					/>
					<Button kind="secondary">Ausrechnen</Button>
				</Form>
			</div>
			<div className={styles.result} role="status">
				{month ? <Result month={month} prices={prices} /> : <p>Bitte prüfen Sie die Angaben.</p>}
			</div>
		</section>
	)
}

function Result({ month, prices }: { month: Month; prices: Prices }) {
	const { plan, share, total } = monthCost(month, prices)
	return (
		<>
			{prices.billed ? null : (
				<p>
					Heute: <strong>0,00 €</strong>
				</p>
			)}
			<dl>
				<div>
					<dt>{month.people === 1 ? 'Allein' : `Team mit ${month.people} Personen`}</dt>
					<dd>{formatPrice(plan)}</dd>
				</div>
				<div>
					<dt>{month.newCustomers === 1 ? '1 erster Besuch' : `${month.newCustomers} erste Besuche`}</dt>
					<dd>{formatPrice(share)}</dd>
				</div>
				<div className={styles.total}>
					<dt>{prices.billed ? 'Im Monat netto' : 'Später, im Monat netto'}</dt>
					<dd>{formatPrice(total)}</dd>
				</div>
			</dl>
			<p>Stammkundschaft, eigener Link und QR-Code: 0,00 €</p>
		</>
	)
}
