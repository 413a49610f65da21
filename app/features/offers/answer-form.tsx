import { useId, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { eurosOf } from '#app/features/services/price.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon, localDate } from '#app/lib/dates.ts'
import { fieldOf, type FormReply, ticksOf } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import type { OrderToAnswer, Suggested } from './offers.contracts.ts'
import styles from './offers.module.css'
import { HOURS, startValue } from './offers.ts'

type Named = { id: string; name: string }
type Props = {
	order: OrderToAnswer
	service: OrderToAnswer['services'][number]
	suggested: Suggested
	people: Named[]
	templates: (Named & { text: string })[]
	/** The text that an offer begins with. */
	template: string
	mayPrice: boolean
	/** So that sending twice makes one offer. */
	sendKey: string
	/** The location that the address names, if it does. */
	asked?: string
	reply?: FormReply
	zone: string
	now: string
}

/** Times, price and words of an offer. */
export function AnswerForm({
	order,
	service,
	suggested,
	people,
	templates,
	template,
	mayPrice,
	sendKey,
	asked,
	reply,
	zone,
	now,
}: Props) {
	const busy = useNavigation().state !== 'idle'
	const [text, setText] = useState(fieldOf(reply, 'text', template).defaultValue)
	const ticked = ticksOf(reply, 'starts')
	const wrong = useId()
	const error = reply?.error?.starts?.[0]
	const hrefFor = (more: Record<string, string>): string =>
		adminPaths.offerTo(order.id, { leistung: service.id, standort: asked, ...more })
	return (
		<Form method="post" noValidate preventScrollReset className={panel.stack}>
			<input type="hidden" name="key" value={sendKey} />
			<input type="hidden" name="service" value={service.id} />
			<FormMessage reply={reply} />
			<Panel title="Zeiten">
				<fieldset className={panel.ticks} aria-describedby={error ? wrong : undefined}>
					<legend className="visually-hidden">Freie Zeiten, höchstens drei</legend>
					<p className={panel.soft}>
						{suggested.length > 0
							? 'Bis zu drei. Sie sind reserviert, bis jemand antwortet oder das Angebot endet.'
							: 'In den Wunschzeiten ist für diese Leistung nichts frei. Sie können eine andere Zeit anbieten.'}
					</p>
					<div className={styles.times}>
						{suggested.map(({ starts_at, employee_ids: [person = ''], total_cents, touches }) => (
							<label key={starts_at} className={styles.time}>
								<input
									type="checkbox"
									name="starts"
									value={startValue(starts_at, person)}
									defaultChecked={ticked.includes(startValue(starts_at, person))}
								/>
								<strong className={styles.when}>{formatSoon(starts_at, zone, now)}</strong>
								<span className={styles.soft}>
									{people.find(({ id }) => id === person)?.name ?? 'Team'}
									{total_cents === service.price_cents ? '' : ` · ${formatPrice(total_cents)}`}
									{touches ? ' · ohne Lücke' : ''}
								</span>
							</label>
						))}
					</div>
					{error ? <FieldError id={wrong}>{error}</FieldError> : null}
				</fieldset>
				<details className={styles.other} open={suggested.length === 0 || Boolean(reply?.initialValue?.day)}>
					<summary>Andere Zeit anbieten</summary>
					<p className={panel.soft}>Eine der Zeiten darf außerhalb der Wunschzeiten liegen.</p>
					<div className={panel.form}>
						<DateField {...fieldOf(reply, 'day')} label="Tag" today={localDate(now, zone)} optional />
						<TimeField {...fieldOf(reply, 'time')} label="Beginn" optional />
						<SelectField {...fieldOf(reply, 'person')} label="Bei" required={false}>
							<option value="">wer frei ist</option>
							{people.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</SelectField>
					</div>
				</details>
			</Panel>
			<Panel title="Angebot">
				<div className={panel.form}>
					{mayPrice ? (
						<TextField
							{...fieldOf(reply, 'price', eurosOf(service.price_cents))}
							label="Gesamtpreis in Euro"
							hint="Mit Umsatzsteuer. Er gilt fest."
							inputMode="decimal"
							autoComplete="off"
						/>
					) : (
						<p className={styles.fixed}>
							Gesamtpreis <strong>{formatPrice(service.price_cents)}</strong>
						</p>
					)}
					<SelectField
						{...fieldOf(reply, 'hours', '24')}
						label="Gilt"
						hint="Höchstens bis eine Stunde vor der ersten Zeit."
					>
						{HOURS.map((hours) => (
							<option key={hours} value={hours}>
								{hours} Stunden
							</option>
						))}
					</SelectField>
					<TextArea
						label="Nachricht"
						name="text"
						hint="Adressen, Nummern und Links werden erst nach der Buchung sichtbar."
						error={reply?.error?.text?.[0]}
						maxLength={1000}
						rows={4}
						value={text}
						onChange={({ target }) => setText(target.value)}
						className={panel.full}
						optional
					/>
					{templates.length > 0 ? (
						<p className={`${panel.full} ${styles.templates}`}>
							<span className={panel.soft}>Vorlagen:</span>
							{templates.map(({ id, name, text: words }) => (
								<Link
									key={id}
									to={hrefFor({ vorlage: id })}
									preventScrollReset
									replace
									onClick={(event) => {
										// In place, so that nothing that was chosen is lost.
										event.preventDefault()
										setText(words)
									}}
								>
									{name}
								</Link>
							))}
						</p>
					) : null}
					<Button name="intent" value="send" disabled={busy} className={panel.send}>
						Verbindlich anbieten
					</Button>
				</div>
			</Panel>
		</Form>
	)
}
