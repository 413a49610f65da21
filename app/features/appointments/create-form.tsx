import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import actions from './actions.module.css'
import type { Person } from './appointment.ts'
import styles from './create-form.module.css'
import type { CreateState } from './create.server.ts'
import { TimeGroup } from './create-time.tsx'
import { CustomerField } from './customer-field.tsx'
import type { LastVisit } from './last-visit.ts'
import { LikeLastTime } from './last-visit.tsx'

type Service = { id: string; name: string; duration_minutes: number; price_cents: number; addon: boolean }
type Props = {
	state: CreateState
	people: Person[]
	services: Service[]
	/** Whether the caller can book for everybody. */
	everybody: boolean
	submissionKey: string
	/** The last visit of the customer that the form begins with. */
	last: LastVisit | null
	/** Everything is filled in, and Enter books. */
	walkIn: boolean
	today: string
	zone: string
}

/**
 * The form for a new appointment by hand: services, person, time and customer. Searches post the form, so that nothing typed is lost
 * or put into the address.
 */
export function CreateForm({ state, people, services, everybody, submissionKey, today, zone, ...begun }: Props) {
	const busy = useNavigation().state !== 'idle'
	const sees = useSeesContacts()
	const { values, errors } = state
	const [last, setLast] = useState(begun.last)
	const first = begun.walkIn ? 'book' : begun.last ? 'last' : 'name'
	const form = useAnswerFocus<HTMLFormElement>(values.intent ? state : undefined)
	return (
		<Form method="post" ref={form} preventScrollReset className={styles.form} noValidate>
			{/* Enter in a field books rather than searches. */}
			<button type="submit" hidden name="intent" value="book" aria-label="Termin eintragen" />
			<input type="hidden" name="key" value={submissionKey} />
			<Unsaved when={values.intent !== undefined} />
			<fieldset className={styles.group}>
				<legend>Kund:in</legend>
				<CustomerField values={values} error={errors.name} zone={zone} first={first === 'name'} onLast={setLast} />
				<div className={actions.pair}>
					<TextField
						label="E-Mail"
						name="email"
						type="email"
						defaultValue={values.email}
						error={errors.email}
						autoComplete="off"
						optional
					/>
					<TextField
						label="Telefon"
						name="phone"
						type="tel"
						defaultValue={values.phone}
						error={errors.phone}
						autoComplete="off"
						optional
					/>
				</div>
				{sees ? null : (
					<p>
						<ContactHidden more="Bei bekannten Personen bleiben die Felder leer und die gespeicherten Angaben gelten." />
					</p>
				)}
				<TextField
					label="Für wen"
					name="for_name"
					hint="Wer kommt, wenn jemand anderes bucht"
					defaultValue={values.for_name}
					error={errors.for_name}
					maxLength={120}
					autoComplete="off"
					optional
				/>
			</fieldset>

			<fieldset className={styles.services}>
				<legend>Leistungen</legend>
				{last ? <LikeLastTime last={last} first={first === 'last'} /> : null}
				{errors.service ? <FieldError id="service-error">{errors.service}</FieldError> : null}
				<div className={styles.list}>
					{services.map((service) => (
						<label key={service.id}>
							<input
								type="checkbox"
								name="service"
								value={service.id}
								aria-invalid={errors.service ? true : undefined}
								aria-describedby={errors.service ? 'service-error' : undefined}
								defaultChecked={state.services.includes(service.id)}
							/>
							<span>{service.name}</span>
							<span className={styles.soft}>
								{service.addon ? 'Zusatz · ' : ''}
								{formatMinutes(service.duration_minutes)} · {formatPrice(service.price_cents)}
							</span>
						</label>
					))}
				</div>
			</fieldset>

			<TimeGroup {...{ state, people, everybody, today, busy }} />

			<fieldset className={styles.group}>
				<legend>Nachricht und Bestätigung</legend>
				<TextArea label="Nachricht" name="note" rows={2} defaultValue={values.note} error={errors.note} optional />
				<label className={styles.check}>
					<input type="checkbox" name="notify" defaultChecked={values.intent ? values.notify === 'on' : true} />
					<span>
						Bestätigung per E-Mail schicken <span className={styles.soft}>(nur mit E-Mail-Adresse)</span>
					</span>
				</label>
			</fieldset>
			<Button name="intent" value="book" disabled={busy} data-book data-first={first === 'book' ? '' : undefined}>
				{state.question ? 'Serie eintragen' : 'Termin eintragen'}
			</Button>
		</Form>
	)
}
