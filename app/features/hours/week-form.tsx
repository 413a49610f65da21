import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { weeksTyped } from './merge-weeks.ts'
import { type Preset, PresetChoice } from './preset-choice.tsx'
import { RotaPreview } from './rota-preview.tsx'
import { WeekFields } from './week-fields.tsx'
import { type HoursRow, type Period, periodsOf } from './weeks.ts'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

type Props = {
	/** The person or location whose weeks these are. */
	id: string
	hours: HoursRow[]
	presets: Preset[]
	/** Whether weeks can take turns. */
	rota?: boolean
	mayManage: boolean
	today: string
	reply?: FormReply
	periodReply?: FormReply
}

/** The weeks of one person or of the location: one for each period, with breaks; and a way to begin another period. */
export function WeekForm({ id, hours, presets, rota = false, mayManage, today, reply, periodReply }: Props) {
	const stored = periodsOf(hours)
	const shown = useShown(reply, weeksTyped(stored))
	const periods = reply ? typedPeriods(reply) : stored
	const dated = periods.length > 1 || periods.some(({ from, to }) => from || to)
	// A preset takes the place of everything typed, also of what was typed by hand.
	const filled = reply && !reply.error ? JSON.stringify(reply.initialValue) : ''
	return (
		<>
			<Form method="post" preventScrollReset noValidate key={`${shown}${filled}`}>
				<fieldset disabled={!mayManage} className={panel.bare}>
					<FormMessage reply={reply} />
					{filled ? (
						<Notice role="status">
							<p>Übernommen, aber noch nicht gespeichert. Bitte prüfen und speichern Sie die Zeiten.</p>
						</Notice>
					) : null}
					{/* Enter in a field presses the first button, which must not be one that removes or fills in something. */}
					<button name="intent" value="week" hidden />
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="shown" value={shown} />
					{periods.map((period, index) => (
						<WeekFields key={period.key} {...{ id, period, index, dated, rota, mayManage, today, reply }} />
					))}
					<RotaPreview periods={periods} typed={reply !== undefined} today={today} />
					{mayManage ? (
						<>
							<PresetChoice
								id={id}
								presets={presets}
								reply={reply}
								open={hours.length === 0 || reply?.error?.preset !== undefined}
							/>
							<div className={styles.save}>
								<Button name="intent" value="week">
									Zeiten speichern
								</Button>
								{reply?.error?.sure ? (
									<Button kind="secondary" name="sure" value="ja">
										Trotzdem so speichern
									</Button>
								) : null}
							</div>
						</>
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

/** The weeks as they were typed when the form was answered, readable or not. */
function typedPeriods(reply: FormReply): Period[] {
	const texts = (name: string): string[] => {
		const value: unknown = reply.initialValue?.[name]
		return (Array.isArray(value) ? value : [value ?? '']).map((text: unknown) => (typeof text === 'string' ? text : ''))
	}
	return texts('period').map((key, index) => ({
		key,
		from: texts(`from-${index}`)[0] ?? '',
		to: texts(`until-${index}`)[0] ?? '',
		start: texts(`start-${index}`)[0] ?? '',
		days: Array.from({ length: 7 * texts(`week-${index}`).length }, (_, number) => {
			const ends = texts(`ends-${index}-${number + 1}`)
			return texts(`starts-${index}-${number + 1}`).map((starts, position) => ({ starts, ends: ends[position] ?? '' }))
		}),
	}))
}
