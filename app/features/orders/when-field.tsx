import { type FormReply, fieldOf, ticksOf } from '#app/lib/form.ts'
import { DateField } from '#app/ui/date-field.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { Segments } from './order-step.tsx'
import styles from './order-steps.module.css'
import { gridDays, PARTS } from './grid.ts'

const IN_WEEKS = 'Wir suchen in den nächsten 21 Tagen zu jeder Uhrzeit.'

export type WhenStored = { wann: string; zeit: string[]; von: string; bis: string; teil: string }

type Props = {
	reply?: FormReply
	stored: WhenStored
	today: string
	/** What "Zeit egal" means. */
	any?: string
}

/** When somebody can: cells of the next seven days, any time, or a span of days. Without script the same fields are sent. */
export function WhenField({ reply, stored, today, any = IN_WEEKS }: Props) {
	const ticked = ticksOf(reply, 'zeit', stored.zeit)
	const wrong = reply?.error?.zeit?.[0]
	const days = gridDays(today)
	return (
		<div className={styles.when}>
			<Segments
				legend="Wie möchten Sie wählen?"
				name="wann"
				chosen={fieldOf(reply, 'wann', stored.wann).defaultValue || 'tage'}
				options={[
					{ value: 'tage', label: 'Tage antippen' },
					{ value: 'egal', label: 'Zeit egal' },
					{ value: 'zeitraum', label: 'Zeitraum' },
				]}
			/>
			<fieldset className={styles.grid} aria-describedby={wrong ? 'zeit-error' : undefined}>
				<table aria-label="Zeiten, zu denen Sie können">
					<thead>
						<tr>
							<td />
							{days.map(({ date, day, number }) => (
								<th key={date} scope="col">
									{day} <small>{number}</small>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{PARTS.map((part, index) => (
							<tr key={part.name}>
								<th scope="row">
									{part.name} <small>{part.hours}</small>
								</th>
								{days.map(({ date, day, number }) => (
									<td key={date}>
										<span className={styles.cell}>
											<input
												type="checkbox"
												name="zeit"
												value={`${date}/${index}`}
												defaultChecked={ticked.includes(`${date}/${index}`)}
												aria-label={`${day} ${number} ${part.name}`}
												aria-invalid={wrong ? true : undefined}
												aria-describedby={wrong ? 'zeit-error' : undefined}
											/>
											<LineIcon>
												<path d="m5 12.500 4.500 4.500L19 7.500" />
											</LineIcon>
										</span>
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</fieldset>
			<p className={`${styles.soft} ${styles.any}`}>{any}</p>
			<div className={`${styles.pair} ${styles.span}`}>
				<DateField label="Vom" {...fieldOf(reply, 'von', stored.von)} optional today={today} min={today} />
				<DateField label="Bis" {...fieldOf(reply, 'bis', stored.bis)} optional today={today} min={today} />
				<SelectField label="Tageszeit" {...fieldOf(reply, 'teil', stored.teil)} optional>
					<option value="">Ganztags</option>
					{PARTS.map((part, index) => (
						<option key={part.name} value={String(index)}>
							{part.name}, {part.hours}
						</option>
					))}
				</SelectField>
			</div>
			{wrong ? (
				<p id="zeit-error" className={styles.error}>
					{wrong}
				</p>
			) : null}
		</div>
	)
}
