import { Fragment } from 'react'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { TimeInput } from '#app/ui/time-field.tsx'
import { DayCopy } from './day-copy.tsx'
import { RotaFields, RotaWeeks } from './rota-weeks.tsx'
import { dayInPeriod, type Period, periodName, type Span, WEEKDAYS } from './weeks.ts'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

type Props = {
	id: string
	period: Period
	/** Its number in the form. */
	index: number
	dated: boolean
	/** Whether weeks can take turns. */
	rota: boolean
	mayManage: boolean
	today: string
	reply?: FormReply
}

/** The fields of one period: when it holds, the times of each day of its weeks, and copying one day to others. */
export function WeekFields({ id, period, index, dated, rota, mayManage, today, reply }: Props) {
	const weeks = period.days.length / 7
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
			<RotaWeeks {...{ id, index, weeks, mayManage, reply }}>
				{(week) => (
					<>
						{WEEKDAYS.map((day, number) => {
							const at = 7 * (week - 1) + number
							return (
								<div className={styles.day} key={day}>
									<span className={styles.name}>{day}</span>
									<Spans
										id={id}
										day={dayInPeriod(period.days.length, at)}
										name={`${index}-${at + 1}`}
										spans={period.days[at] ?? []}
										reply={reply}
									/>
								</div>
							)
						})}
						{mayManage ? <DayCopy {...{ id, period: index, week, reply }} /> : null}
					</>
				)}
			</RotaWeeks>
			{rota ? <RotaFields {...{ index, weeks, start: period.start, mayManage, today, reply }} /> : null}
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

/** The name of what was shown; what is typed need not be a date. */
function nameOf({ key, days }: Period): string {
	const [from = '', to = ''] = key.split('/')
	return periodName({ from, to, days })
}
