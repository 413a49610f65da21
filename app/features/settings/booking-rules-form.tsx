import { useState } from 'react'
import { Form } from 'react-router'
import { policySentences } from '#app/features/listing/texts.ts'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField } from '#app/ui/text-field.tsx'
import {
	ABSENCE_QUESTION,
	answersTo,
	type BookingRules,
	CHOICES,
	MOVE_NOTICES,
	MOVE_QUESTION,
	rulesTyped,
	STAFF_ABSENCES,
	WAITLIST_MODES,
	WAITLIST_QUESTION,
} from './booking-rules.ts'
import styles from './settings.module.css'
import { useShown } from '#app/ui/use-shown.ts'

type Props = { location: string; rules: BookingRules; reply?: FormReply; mayManage: boolean }

/** When a location can be booked and until when cancelled, as questions; managers answer them, staff read the answers. */
export function BookingRulesForm(props: Props) {
	const shown = useShown(props.reply, rulesTyped(props.rules))
	return <Rules key={shown} shown={shown} {...props} />
}

function Rules({ location, rules, reply, mayManage, shown: before }: Props & { shown: string }) {
	const byHand = tickOf(reply, 'confirms_by_hand', rules.confirms_by_hand)
	const [shown, setShown] = useState({
		hours: Number(fieldOf(reply, 'cancellation_hours', String(rules.cancellation_hours)).defaultValue),
		byHand,
	})
	return (
		<Form method="post" noValidate>
			<fieldset disabled={!mayManage} className={panel.form}>
				<FormMessage reply={reply} />
				<input type="hidden" name="shown" value={before} />
				<input type="hidden" name="location" value={location} />
				{CHOICES.map((choice) => (
					<SelectField
						key={choice.name}
						{...fieldOf(reply, choice.name, String(rules[choice.name]))}
						label={choice.question}
						hint={choice.hint}
						className={`${panel.full} ${styles.rule}`}
						onChange={({ target }) =>
							choice.name === 'cancellation_hours' && setShown({ ...shown, hours: Number(target.value) })
						}
					>
						{answersTo(choice, Number(fieldOf(reply, choice.name, String(rules[choice.name])).defaultValue)).map(
							([value, words]) => (
								<option key={value} value={value}>
									{words}
								</option>
							),
						)}
					</SelectField>
				))}
				<SelectField
					{...fieldOf(reply, 'move_notice', rules.move_notice)}
					label={MOVE_QUESTION}
					hint="Die E-Mail geht nach zehn Sekunden hinaus; so lange lässt sich alles zurücknehmen."
					className={`${panel.full} ${styles.rule}`}
				>
					{Object.entries(MOVE_NOTICES).map(([value, words]) => (
						<option key={value} value={value}>
							{words}
						</option>
					))}
				</SelectField>
				<SelectField
					{...fieldOf(reply, 'staff_absence', rules.staff_absence)}
					label={ABSENCE_QUESTION}
					hint="Wer Termine verschieben darf, sieht sie auf Heute und entscheidet über die Termine darin."
					className={`${panel.full} ${styles.rule}`}
				>
					{Object.entries(STAFF_ABSENCES).map(([value, words]) => (
						<option key={value} value={value}>
							{words}
						</option>
					))}
				</SelectField>
				<SelectField
					{...fieldOf(reply, 'waitlist', rules.waitlist)}
					label={WAITLIST_QUESTION}
					hint="Von selbst: Wird eine Zeit frei, ist sie für die erste Person reserviert, die darauf wartet, dann für die nächste. Nachts fragen wir niemanden."
					className={`${panel.full} ${styles.rule}`}
				>
					{Object.entries(WAITLIST_MODES).map(([value, words]) => (
						<option key={value} value={value}>
							{words}
						</option>
					))}
				</SelectField>
				<div
					className={panel.full}
					onChange={({ target }) =>
						target instanceof HTMLInputElement && setShown({ ...shown, byHand: target.checked })
					}
				>
					<Tick
						name="confirms_by_hand"
						label="Wir bestätigen jeden Termin selbst. Bis dahin ist er nur angefragt."
						checked={byHand}
					/>
				</div>
				<div className={`${panel.full} ${styles.preview}`} aria-live="polite">
					<p className={panel.soft}>So steht es auf Ihrer Seite:</p>
					{policySentences(shown.hours, shown.byHand).map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
				</div>
				{mayManage ? (
					<Button name="intent" value="rules" className={panel.send}>
						Regeln speichern
					</Button>
				) : null}
			</fieldset>
		</Form>
	)
}
