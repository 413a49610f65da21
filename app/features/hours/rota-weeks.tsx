import type { ReactNode } from 'react'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { rotaLetter } from '#app/lib/rota.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { fieldsOfWeeks, MOST_WEEKS } from './rota-fields.ts'
import styles from './rota-weeks.module.css'

type Props = {
	id: string
	/** The period's number in the form. */
	index: number
	weeks: number
	mayManage: boolean
	reply?: FormReply
	/** The days of a week, from 1 on. */
	children: (week: number) => ReactNode
}

/** The weeks of a period side by side as tabs, each with a way to take over another one; a single week as it is. */
export function RotaWeeks({ id, index, weeks, mayManage, reply, children }: Props) {
	const numbers = Array.from({ length: weeks }, (_, number) => number + 1)
	if (weeks === 1) return children(1)
	const group = `${id}-weeks-${index}`
	const open = openWeek(reply, index, weeks)
	return (
		<div className={styles.weeks}>
			{/* Nothing in a form that only shows can be chosen, so there all weeks stand below each other. */}
			{mayManage ? (
				<div className={styles.tabs} role="group" aria-label="Wochen">
					{numbers.map((week) => (
						<label key={week}>
							{/* Of no form: which week is looked at is not an input. */}
							<input type="radio" form="" name={group} value={week} defaultChecked={week === open} />
							Woche {rotaLetter(week)}
						</label>
					))}
				</div>
			) : null}
			{numbers.map((week) => (
				<div key={week} className={mayManage ? styles.week : undefined} data-week={week}>
					{mayManage ? null : <h3>Woche {rotaLetter(week)}</h3>}
					<input type="hidden" name={`week-${index}`} value={week} />
					{children(week)}
					{mayManage ? (
						<div className={styles.copies}>
							{numbers
								.filter((other) => other !== week)
								.map((other) => (
									<Button key={other} kind="plain" name="copyweek" value={`${index}-${other}-${week}`}>
										Woche {rotaLetter(other)} hierher kopieren
									</Button>
								))}
						</div>
					) : null}
				</div>
			))}
		</div>
	)
}

/** The week that is visible first: one with an error, or the one that was just filled. */
function openWeek(reply: FormReply | undefined, index: number, weeks: number): number {
	for (const name of Object.keys(reply?.error ?? {})) {
		const day = new RegExp(`^(?:starts|ends)-${index}-(\\d+)$`).exec(name)?.[1]
		if (day) return Math.ceil(Number(day) / 7)
		for (let week = 1; week <= weeks; week++) if (fieldsOfWeeks(index, week).copy === name) return week
	}
	const copied: unknown = reply?.initialValue?.copyweek
	const [period, , to] = typeof copied === 'string' ? copied.split('-') : []
	return Number(period) === index && to ? Math.min(Number(to), weeks) : 1
}

type FieldsProps = {
	index: number
	weeks: number
	/** The Monday of the first week, or what was typed. */
	start: string
	mayManage: boolean
	today: string
	reply?: FormReply
}

/** How many weeks take turns and when the first one begins. */
export function RotaFields({ index, weeks, start, mayManage, today, reply }: FieldsProps) {
	const turning = weeks > 1
	if (!turning && !mayManage) return null
	return (
		<details className={styles.rota} open={turning || undefined}>
			<summary>Wochen im Wechsel</summary>
			<div className={styles.fields}>
				<SelectField {...fieldOf(reply, `weeks-${index}`, String(weeks))} label="Die Zeiten wiederholen sich">
					<option value="1">jede Woche</option>
					{Array.from({ length: MOST_WEEKS - 1 }, (_, number) => (
						<option key={number} value={number + 2}>
							alle {number + 2} Wochen (A bis {rotaLetter(number + 2)})
						</option>
					))}
				</SelectField>
				{turning ? (
					<DateField
						{...fieldOf(reply, `start-${index}`, start)}
						label="Woche A beginnt am"
						hint="Montag; ein anderer Tag steht für seine Woche"
						today={today}
						yearless="nearest"
					/>
				) : null}
				{mayManage ? (
					<Button kind="secondary" name="intent" value="weeks">
						Wochen einrichten
					</Button>
				) : null}
			</div>
		</details>
	)
}
