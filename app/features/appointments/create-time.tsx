import type { FormEvent } from 'react'
import { formatMinutes } from '#app/lib/minutes.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { takesFocus } from '#app/ui/use-answer-focus.ts'
import actions from './actions.module.css'
import { FreeTimes } from './free-times.tsx'
import type { Person } from './appointment.ts'
import styles from './create-form.module.css'
import type { CreateState } from './create.server.ts'
import { SeriesConflicts, SeriesFields } from './series-fields.tsx'

type Props = { state: CreateState; people: Person[]; everybody: boolean; today: string; busy: boolean }

/** Fields for person and time, with the reasons against the time and the free times. */
export function TimeGroup({ state, people, everybody, today, busy }: Props) {
	const { values, errors, free, against, question } = state
	return (
		<fieldset className={styles.group} onInput={settleChoice}>
			<legend>Zeit</legend>
			<SelectField
				label="Mitarbeiter:in"
				name="person"
				defaultValue={values.person ?? (everybody ? '' : people[0]?.id)}
				error={errors.person}
				required={false}
			>
				{everybody ? <option value="">Egal wer</option> : null}
				{people.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
			<div className={actions.pair}>
				<DateField label="Tag" name="tag" defaultValue={values.tag} error={errors.tag} today={today} />
				<TimeField label="Uhrzeit" name="zeit" defaultValue={values.zeit} error={errors.zeit} />
			</div>
			<DrawnLength values={values} error={errors.dauer} />
			{against ? <InTheWay against={against} busy={busy} /> : null}
			<Button kind="secondary" name="intent" value="free" disabled={busy}>
				Freie Zeiten zeigen
			</Button>
			<div aria-live="polite" {...(free && takesFocus)}>
				{free ? (
					<FreeTimes
						legend={free.length === 0 ? 'An diesem Tag ist online nichts frei.' : 'Freie Zeiten'}
						times={free}
					/>
				) : null}
			</div>
			<SeriesFields values={values} errors={errors} />
			{question ? <SeriesConflicts question={question} key={JSON.stringify(question)} /> : null}
		</fieldset>
	)
}

/** Whether the appointment takes the range that was drawn, or the time of its services. */
function DrawnLength({ values, error }: { values: CreateState['values']; error?: string }) {
	const minutes = Number(values.aufgezogen)
	if (!minutes) return null
	return (
		<>
			<input type="hidden" name="aufgezogen" value={minutes} />
			{error ? <FieldError id="dauer-error">{error}</FieldError> : null}
			<label className={styles.check}>
				<input
					type="checkbox"
					name="dauer"
					defaultChecked={values.dauer === 'on'}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? 'dauer-error' : undefined}
				/>
				<span>
					Dauer wie aufgezogen: {formatMinutes(minutes)} <span className={styles.soft}>(sonst wie die Leistungen)</span>
				</span>
			</label>
		</>
	)
}

/** The reasons against the time, the next free times, and a button to book anyway if nothing is booked then. */
function InTheWay({ against, busy }: { against: NonNullable<CreateState['against']>; busy: boolean }) {
	const { sentences, wish, next } = against
	return (
		<Notice kind="warning" role="alert" title={wish ? 'Trotzdem eintragen?' : 'Diese Zeit ist belegt.'}>
			{sentences.map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
			{next.length > 0 ? <FreeTimes legend="Nächste freie Zeiten" times={next} /> : null}
			{wish ? (
				<>
					<input type="hidden" name="wish" value={wish} />
					<Button kind="secondary" name="intent" value="anyway" disabled={busy}>
						Trotzdem eintragen
					</Button>
				</>
			) : null}
		</Notice>
	)
}

/** Writes a chosen time into the fields; typing another time there ends the choice. */
function settleChoice({ target }: FormEvent): void {
	if (!(target instanceof HTMLInputElement) || !target.form) return
	const { form, name, dataset } = target
	if (name === 'start' && target.value)
		for (const field of ['tag', 'zeit'] as const) {
			const own = form.elements.namedItem(field)
			if (own instanceof HTMLInputElement) own.value = dataset[field] ?? ''
		}
	if (name !== 'tag' && name !== 'zeit') return
	for (const other of form.querySelectorAll<HTMLInputElement>('input[name=start]')) other.checked = other.value === ''
}
