import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { DayStrip } from './day-strip.tsx'
import { TimeChip, type TimeChoice } from './time-chip.tsx'
import styles from './time-picker.module.css'
import type { TimeTable } from './times.ts'

type Props = TimeChoice & {
	table: TimeTable
	hrefFor: (day: string) => string
	hidden: [name: string, value: string][]
	/** Address that the form around the times is sent to. */
	action?: string
	/** What to show when nothing is free for weeks. */
	help: ReactNode
}

/** The day and time of a visit: the strip of days, and the free times of the day by part of the day. */
export function TimePicker({ table, hrefFor, hidden, action, help, ...choice }: Props) {
	const { dayLabel, groups, nextFree, zone } = table
	return (
		<div>
			<DayStrip {...table} hrefFor={hrefFor} hidden={hidden} />
			<section aria-labelledby="times-of-day" aria-live="polite">
				<h2 id="times-of-day" className={styles.day}>
					{dayLabel}
				</h2>
				{zone ? <p className={styles.zone}>{zone}</p> : null}
				<Form method="post" action={action}>
					{groups.map((group) => (
						<div key={group.name} className={styles.group}>
							<h3 className={styles.part}>{group.name}</h3>
							<ul className={styles.times}>
								{group.times.map((time) => (
									<li key={time.start}>
										<TimeChip
											time={time}
											label={time.label}
											name={`${time.label} Uhr wählen${time.price ? `, ${time.price}` : ''}`}
											{...choice}
										/>
									</li>
								))}
							</ul>
						</div>
					))}
				</Form>
				{groups.length === 0 ? (
					<div className={styles.empty}>
						<p>An diesem Tag ist nichts frei.</p>
						{nextFree ? (
							<Link to={hrefFor(nextFree.day)} className={styles.jump} preventScrollReset>
								Nächste freie Zeit: {nextFree.label}
							</Link>
						) : (
							help
						)}
					</div>
				) : null}
			</section>
		</div>
	)
}
