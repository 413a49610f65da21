import { useState } from 'react'
import { Form } from 'react-router'
import { policySentences } from '#app/features/listing/texts.ts'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField } from '#app/ui/text-field.tsx'
import { answersTo, type BookingRules, CHOICES, MOVE_NOTICES, versionOf } from './booking-rules.ts'
import styles from './settings.module.css'

const MOVE_QUESTION = 'Hören Ihre Kund:innen davon, wenn Sie einen Termin verschieben?'

type Props = { location: string; rules: BookingRules; reply?: FormReply; mayManage: boolean }

/** When a location can be booked and until when cancelled, as questions; managers answer them, staff read the answers. */
export function BookingRulesForm({ location, rules, reply, mayManage }: Props) {
	const byHand = reply ? reply.initialValue?.confirms_by_hand === 'on' : rules.confirms_by_hand
	const [shown, setShown] = useState({
		hours: Number(fieldOf(reply, 'cancellation_hours', String(rules.cancellation_hours)).defaultValue),
		byHand,
	})
	return (
		<Form method="post" noValidate>
			<fieldset disabled={!mayManage} className={panel.form}>
				<FormMessage reply={reply} />
				{formMessage(reply) ? <Differences rules={rules} reply={reply} /> : null}
				<input type="hidden" name="location" value={location} />
				<input type="hidden" name="version" value={versionOf(rules)} />
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
						{answersTo(choice, rules[choice.name]).map(([value, words]) => (
							<option key={value} value={value}>
								{words}
							</option>
						))}
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

/** What is stored now where something else was chosen. */
function Differences({ rules, reply }: { rules: BookingRules; reply?: FormReply }) {
	const other = CHOICES.filter(({ name }) => fieldOf(reply, name).defaultValue !== String(rules[name]))
	const hand = (reply?.initialValue?.confirms_by_hand === 'on') !== rules.confirms_by_hand
	const notice = fieldOf(reply, 'move_notice').defaultValue !== rules.move_notice
	if (other.length === 0 && !hand && !notice) return null
	return (
		<dl className={panel.full}>
			{other.map(({ name, question, words }) => (
				<div key={name}>
					<dt>{question} Jetzt gespeichert:</dt>
					<dd>{words(rules[name])}</dd>
				</div>
			))}
			{notice ? (
				<div>
					<dt>{MOVE_QUESTION} Jetzt gespeichert:</dt>
					<dd>{MOVE_NOTICES[rules.move_notice]}</dd>
				</div>
			) : null}
			{hand ? (
				<div>
					<dt>Termine selbst bestätigen, jetzt gespeichert:</dt>
					<dd>{rules.confirms_by_hand ? 'ja' : 'nein'}</dd>
				</div>
			) : null}
		</dl>
	)
}
