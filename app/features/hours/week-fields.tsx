import { Fragment } from 'react'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { Tick } from '#app/ui/form-parts.tsx'
import { TimeInput } from '#app/ui/time-field.tsx'
import { type Period, periodName, type Span, WEEKDAYS } from './weeks.ts'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

type Props = {
	id: string
	period: Period
	/** Its number in the form. */
	index: number
	dated: boolean
	mayManage: boolean
	today: string
	reply?: FormReply
}

/** The fields of one period: when it holds, the times of each day, and copying one day to others. */
export function WeekFields({ id, period, index, dated, mayManage, today, reply }: Props) {
	const ticked = [reply?.initialValue?.[`to-${index}`]].flat()
	return (
		<fieldset className={`${panel.bare} ${styles.week}`}>
			<legend className={dated ? styles.period : 'visually-hidden'}>{nameOf(period)}</legend>
			<input type="hidden" name="period" value={period.key} />
			{dated ? (
				<div className={styles.validity}>
					<DateField label="Gültig ab" {...fieldOf(reply, `from-${index}`, period.from)} today={today} optional />
					<DateField label="Gültig bis" {...fieldOf(reply, `until-${index}`, period.to)} today={today} optional />
					{mayManage ? (
						<Button kind="plain" name="drop" value={index} aria-label={`Zeitraum entfernen: ${nameOf(period)}`}>
							Zeitraum entfernen
						</Button>
					) : null}
				</div>
			) : null}
			{WEEKDAYS.map((day, number) => (
				<div className={styles.day} key={day}>
					<span className={styles.name}>{day}</span>
					<Spans id={id} day={day} name={`${index}-${number + 1}`} spans={period.days[number] ?? []} reply={reply} />
				</div>
			))}
			{mayManage ? (
				<details className={styles.copy} open={reply?.error?.[`copy-${index}`] !== undefined || undefined}>
					<summary>Auf andere Tage übernehmen</summary>
					<div className={panel.line}>
						<label>
							Zeiten von{' '}
							<select {...fieldProps(reply, `copy-${index}`, id)}>
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
								name={`to-${index}`}
								value={String(number + 1)}
								label={day}
								checked={ticked.includes(String(number + 1))}
							/>
						))}
					</div>
					{reply?.error?.[`copy-${index}`] ? (
						<FieldError id={`${id}-copy-${index}-error`}>{reply.error[`copy-${index}`]?.[0]}</FieldError>
					) : null}
				</details>
			) : null}
		</fieldset>
	)
}

type SpansProps = { id: string; day: string; name: string; spans: Span[]; reply?: FormReply }

function Spans({ id, day, name, spans, reply }: SpansProps) {
	const rows = [...spans, undefined, undefined].slice(0, Math.max(2, spans.length))
	return rows.map((span, position) => (
		// oxlint-disable-next-line react/no-array-index-key -- rows have no other place
		<span key={position} className={`${styles.span} ${position > 0 && !span?.starts ? styles.spare : ''}`}>
			{(['starts', 'ends'] as const).map((field) => (
				<Fragment key={field}>
					{field === 'ends' ? <span aria-hidden="true">–</span> : null}
					<TimeInput
						ends={field === 'ends'}
						id={`${id}-${field}-${name}-${position}`}
						name={`${field}-${name}`}
						error={reply?.error?.[`${field}-${name}`]?.[position]}
						aria-label={`${position === 0 ? day : `${day}, weitere Zeit,`} ${field === 'starts' ? 'von' : 'bis'}`}
						defaultValue={span?.[field] ?? ''}
					/>
				</Fragment>
			))}
		</span>
	))
}

function fieldProps(reply: FormReply | undefined, name: string, id: string) {
	const { error, defaultValue } = fieldOf(reply, name)
	return {
		...{ name, defaultValue, 'aria-invalid': error ? true : undefined },
		'aria-describedby': error ? `${id}-${name}-error` : undefined,
	}
}

/** The name of what was shown; what is typed need not be a date. */
function nameOf({ key }: Period): string {
	const [from = '', to = ''] = key.split('/')
	return periodName({ from, to })
}
