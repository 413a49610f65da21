import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DayStrip } from './day-strip.tsx'
import styles from './time-picker.module.css'
import type { Time, TimeTable } from './times.ts'

type Props = {
	table: TimeTable
	hrefFor: (day: string) => string
	hidden: [name: string, value: string][]
	/** A start as something to press: a button of a form, or a link. */
	chip: (time: Time) => ReactNode
	/** Where to turn to when nothing is free for weeks. */
	help: ReactNode
}

/** The day and time of a visit: the strip of days, and the free times of the day by part of the day. */
export function TimePicker({ table, hrefFor, hidden, chip, help }: Props) {
	const { day, dayLabel, groups, nextFree } = table
	return (
		<>
			<DayStrip {...table} hrefFor={hrefFor} hidden={hidden} />
			<section aria-labelledby="times-of-day" aria-live="polite">
				<h2 id="times-of-day" className={styles.day}>
					{dayLabel}
				</h2>
				{groups.map((group) => (
					<div key={group.name} className={styles.group}>
						<h3 className={styles.part}>{group.name}</h3>
						<ul className={styles.times}>
							{group.times.map((time) => (
								<li key={time.start}>{chip(time)}</li>
							))}
						</ul>
					</div>
				))}
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
			<p className={styles.soft} hidden={groups.length === 0} data-day={day}>
				Alle Zeiten sind Ortszeit des Betriebs.
			</p>
		</>
	)
}
