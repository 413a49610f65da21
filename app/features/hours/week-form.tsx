import { Form } from 'react-router'
import { dateText } from '#app/lib/calendar-date.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import { TimeInput } from '#app/ui/time-field.tsx'
import { type HoursRow, type Period, periodsOf, WEEKDAYS } from './hours.ts'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

type Props = {
	id: string
	hours: HoursRow[]
	mayManage: boolean
	today: string
	reply?: FormReply
	periodReply?: FormReply
}

/** The weeks of one person: one for each period, with breaks; and a way to begin another period. */
export function WeekForm({ id, hours, mayManage, today, reply, periodReply }: Props) {
	const periods = periodsOf(hours)
	const dated = periods.length > 1 || hours.some(({ valid_from, valid_to }) => valid_from ?? valid_to)
	return (
		<>
			<Form method="post" preventScrollReset noValidate>
				<fieldset disabled={!mayManage} className={panel.bare}>
					<FormMessage reply={reply} />
					<input type="hidden" name="id" value={id} />
					{periods.map((period, index) => (
						<Week key={`${period.from} ${period.to}`} {...{ id, period, index, dated, mayManage, today, reply }} />
					))}
					{mayManage ? (
						<Button name="intent" value="week">
							Zeiten speichern
						</Button>
					) : null}
				</fieldset>
			</Form>
			{mayManage ? (
				<details className={`${panel.edit} ${styles.more}`} open={periodReply !== undefined || undefined}>
					<summary>Andere Zeiten ab einem Tag</summary>
					<Form method="post" preventScrollReset noValidate className={panel.form}>
						<FormMessage reply={periodReply} />
						<input type="hidden" name="id" value={id} />
						<DateField {...fieldOf(periodReply, 'from')} label="Gültig ab" today={today} />
						<DateField
							{...fieldOf(periodReply, 'to')}
							label="Gültig bis"
							hint="Danach gelten wieder die bisherigen Zeiten"
							today={today}
							optional
						/>
						<Button kind="secondary" name="intent" value="period">
							Zeitraum anlegen
						</Button>
					</Form>
				</details>
			) : null}
		</>
	)
}

type WeekProps = Pick<Props, 'id' | 'mayManage' | 'today' | 'reply'> & { period: Period; index: number; dated: boolean }

function Week({ id, period, index, dated, mayManage, today, reply }: WeekProps) {
	/** What was typed when the form was refused, else what is stored. */
	const at = (name: string, position: number, stored: string): string => {
		if (!reply) return stored
		const typed: unknown = reply.initialValue?.[name]
		const value: unknown = Array.isArray(typed) ? typed[position] : position === 0 ? typed : ''
		return typeof value === 'string' ? value : ''
	}
	return (
		<fieldset className={`${panel.bare} ${styles.week}`}>
			<legend className={dated ? styles.period : 'visually-hidden'}>{periodName(period)}</legend>
			<input type="hidden" name="period" value={index} />
			{dated ? (
				<div className={styles.validity}>
					<DateField label="Gültig ab" {...fieldOf(reply, `from-${index}`, period.from ?? '')} today={today} optional />
					<DateField label="Gültig bis" {...fieldOf(reply, `until-${index}`, period.to ?? '')} today={today} optional />
					{mayManage ? (
						<Button kind="plain" name="drop" value={index} aria-label={`Zeitraum entfernen: ${periodName(period)}`}>
							Zeitraum entfernen
						</Button>
					) : null}
				</div>
			) : null}
			{WEEKDAYS.map((day, number) => {
				const rows = period.rows
					.filter(({ weekday }) => weekday === number + 1)
					.sort((one, other) => one.starts.localeCompare(other.starts))
				const [starts, ends] = [`starts-${index}-${number + 1}`, `ends-${index}-${number + 1}`]
				return (
					<div className={styles.day} key={day}>
						<span className={styles.name}>{day}</span>
						{[...rows, undefined, undefined].slice(0, Math.max(2, rows.length)).map((row, position) => (
							// oxlint-disable-next-line react/no-array-index-key -- rows have no other place
							<span key={position} className={`${styles.span} ${position > 0 && !row ? styles.spare : ''}`}>
								<input type="hidden" name={`row-${index}-${number + 1}`} value={row?.id ?? ''} />
								<TimeInput
									id={`${id}-${starts}-${position}`}
									name={starts}
									error={reply?.error?.[starts]?.[position]}
									aria-label={position === 0 ? `${day} von` : `${day}, weitere Zeit, von`}
									defaultValue={at(starts, position, row?.starts.slice(0, 5) ?? '')}
								/>
								<span aria-hidden="true">–</span>
								<TimeInput
									ends
									id={`${id}-${ends}-${position}`}
									name={ends}
									error={reply?.error?.[ends]?.[position]}
									aria-label={position === 0 ? `${day} bis` : `${day}, weitere Zeit, bis`}
									defaultValue={at(ends, position, row?.ends.slice(0, 5) ?? '')}
								/>
							</span>
						))}
					</div>
				)
			})}
			{mayManage ? (
				<details className={styles.copy}>
					<summary>Auf andere Tage übernehmen</summary>
					<div className={panel.line}>
						<label>
							Zeiten von{' '}
							<select name={`copy-${index}`} defaultValue="">
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
							<Tick key={day} name={`to-${index}`} value={String(number + 1)} label={day} />
						))}
					</div>
				</details>
			) : null}
		</fieldset>
	)
}

function periodName({ from, to }: Period): string {
	if (from && to) return `${dateText(from)} bis ${dateText(to)}`
	if (from) return `Ab ${dateText(from)}`
	return to ? `Bis ${dateText(to)}` : 'Immer'
}
