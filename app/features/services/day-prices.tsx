import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { priceText } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, type Refusal, replyTo, Ticks } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { StruckPrice } from '#app/ui/struck-price.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { SHORT_WEEKDAYS, whenText } from './day-price.ts'
import type { DayPrice } from './day-prices.contracts.ts'
import type { AdminService } from './services.server.ts'

type Props = { service: AdminService; prices: DayPrice[]; today: string; refusal?: Refusal }

/** The day prices of a service, and a form for another one. */
export function DayPrices({ service, prices, today, refusal }: Props) {
	const reply = replyTo(refusal, `day-price${service.id}`)
	const typed = [reply?.initialValue?.weekdays].flat().filter((day) => typeof day === 'string')
	const { error } = fieldOf(reply, 'weekdays')
	const own = prices.filter((price) => price.service_id === service.id)
	return (
		<details className={styles.edit} open={reply ? true : undefined}>
			<summary>Tagespreise{own.length > 0 ? ` (${own.length})` : ''}</summary>
			{own.map((price) => (
				<Form key={price.id} method="post" className={styles.remove} preventScrollReset>
					<input type="hidden" name="id" value={price.id} />
					<span>
						{whenText(price, today)}: {price.percent > 0 ? '+' : '−'}
						{Math.abs(price.percent)} %,{' '}
						<StruckPrice price={priceText(price.price_cents, price.dearer)} cents={price.struck_cents} />
					</span>
					<Button
						kind="plain"
						name="intent"
						value="day-price-remove"
						aria-label={`Tagespreis ${whenText(price, today)} entfernen`}
					>
						Entfernen
					</Button>
				</Form>
			))}
			<Form method="post" noValidate className={styles.form} preventScrollReset>
				<FormMessage reply={reply} />
				<input type="hidden" name="id" value={service.id} />
				<SelectField {...fieldOf(reply, 'cheaper', 'cheaper')} label="An diesen Tagen">
					<option value="cheaper">günstiger</option>
					<option value="dearer">teurer</option>
				</SelectField>
				<TextField {...fieldOf(reply, 'percent')} label="Um wie viel Prozent" inputMode="numeric" />
				<div className={styles.full}>
					<Ticks
						legend="Wochentage"
						hint="Es zählt, wann die Leistung beginnt."
						name="weekdays"
						choices={SHORT_WEEKDAYS.map((name, index) => [String(index + 1), name])}
						ticked={typed}
					/>
					{error ? <FieldError id={`weekdays-error-${service.id}`}>{error}</FieldError> : null}
				</div>
				<TimeField {...fieldOf(reply, 'starts')} label="Beginn ab" optional />
				<TimeField {...fieldOf(reply, 'ends')} label="Beginn vor" ends optional />
				<DateField {...fieldOf(reply, 'first_day')} label="Erster Tag" today={today} optional />
				<DateField {...fieldOf(reply, 'last_day')} label="Letzter Tag" today={today} optional />
				<p className={`${styles.soft} ${styles.full}`}>
					Gilt für alle, die die Leistung anbieten, auf zehn Cent gerundet. Ist es günstiger, steht 30 Tage lang
					durchgestrichen daneben, was sie in den 30 Tagen davor am wenigsten gekostet hat (§ 11 PAngV). Gelten mehrere
					Tagespreise zugleich, zählt der niedrigste. Wer einen gebuchten Termin selbst verschiebt, behält den Preis der
					Buchung.
				</p>
				<Button kind="secondary" name="intent" value="day-price" className={styles.send}>
					Tagespreis hinzufügen
				</Button>
			</Form>
		</details>
	)
}
