import { Notice } from '#app/ui/notice.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { takesFocus } from '#app/ui/use-answer-focus.ts'
import actions from './actions.module.css'
import styles from './series-fields.module.css'
import { decisionName, DISTANCES, type SeriesQuestion } from './series.ts'

type Props = {
	values: Record<string, string>
	errors: Record<string, string>
	/** The series begins with an appointment that there is already. */
	again?: boolean
}

/** How often an appointment is repeated. */
export function SeriesFields({ values, errors, again = false }: Props) {
	return (
		<div className={styles.rhythm}>
			<SelectField
				label="Wiederholung"
				name="wochen"
				defaultValue={values.wochen ?? (again ? '4' : '')}
				error={errors.wochen}
				required={false}
			>
				{again ? null : <option value="">keine</option>}
				{DISTANCES.map((weeks) => (
					<option key={weeks} value={weeks}>
						{weeks === 1 ? 'jede Woche' : `alle ${weeks} Wochen`}
					</option>
				))}
			</SelectField>
			<TextField
				label={again ? 'Wie oft mit diesem' : 'Wie oft'}
				name="anzahl"
				inputMode="numeric"
				autoComplete="off"
				defaultValue={values.anzahl}
				error={errors.anzahl}
				required={false}
			/>
		</div>
	)
}

/** The dates of a series that something speaks against, each with what can be done about it. */
export function SeriesConflicts({ question: { of, conflicts, decided } }: { question: SeriesQuestion }) {
	const count = conflicts.length
	return (
		<div className={styles.conflicts} {...takesFocus}>
			<input type="hidden" name="serie" value={of} />
			{decided.map(([turn, value]) => (
				<input key={turn} type="hidden" name={decisionName(turn)} value={value} />
			))}
			<Notice kind="warning" role="alert" title="Noch ist nichts eingetragen.">
				<p>
					{count === 1 ? 'An einem Tag spricht etwas dagegen. ' : `An ${count} Tagen spricht etwas dagegen. `}
					Bitte entscheiden Sie und tragen Sie die Serie dann ein.
				</p>
			</Notice>
			{conflicts.map(({ turn, label, sentences, choices }) => (
				<fieldset key={turn} className={styles.conflict}>
					<legend>{label}</legend>
					{sentences.map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
					<div className={actions.times}>
						{choices.map(([value, words], place) => (
							<label key={value} className={actions.time}>
								<input type="radio" name={decisionName(turn)} value={value} defaultChecked={place === 0} />
								<span>{words}</span>
							</label>
						))}
					</div>
				</fieldset>
			))}
		</div>
	)
}
