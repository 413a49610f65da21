import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { FieldError } from '#app/ui/field-error.tsx'
import { Tick } from '#app/ui/form-parts.tsx'
import { fieldsOfWeeks } from './rota-fields.ts'
import { WEEKDAYS } from './weeks.ts'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

type Props = {
	id: string
	/** The period's number in the form. */
	period: number
	week: number
	reply?: FormReply
}

/** Takes the times of one day of a week for others of it. */
export function DayCopy({ id, period, week, reply }: Props) {
	const { copy, to } = fieldsOfWeeks(period, week)
	const { error, defaultValue } = fieldOf(reply, copy)
	const ticked = [reply?.initialValue?.[to]].flat()
	return (
		<details className={styles.copy} open={error !== undefined || undefined}>
			<summary>Auf andere Tage übernehmen</summary>
			<div className={panel.line}>
				<label>
					Zeiten von{' '}
					<select
						name={copy}
						defaultValue={defaultValue}
						aria-invalid={error ? true : undefined}
						aria-describedby={error ? `${id}-${copy}-error` : undefined}
					>
						<option value="">–</option>
						{WEEKDAYS.map((day, number) => (
							<option key={day} value={number + 1}>
								{day}
							</option>
						))}
					</select>{' '}
					auch für
				</label>
				{WEEKDAYS.map((day, number) => (
					<Tick
						key={day}
						name={to}
						value={String(number + 1)}
						label={day}
						checked={ticked.includes(String(number + 1))}
					/>
				))}
			</div>
			{error ? <FieldError id={`${id}-${copy}-error`}>{error}</FieldError> : null}
		</details>
	)
}
