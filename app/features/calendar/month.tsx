import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { weekdayOf } from '#app/lib/dates.ts'
import styles from './month.module.css'
import type { DaySum } from './roster.ts'

type Props = { days: DaySum[]; today: string; person: string }

const MONTH = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long' })
/** Words that a day of a phone's width has no room for, without breaking them somewhere. */
const SHORT: Record<string, string> = { geschlossen: 'zu', 'kein Arbeitstag': 'frei' }
const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** A month by how much of the working time is taken: a row for each week. */
export function Month({ days, today, person }: Props) {
	const before = Array.from({ length: weekdayOf(days[0]?.day ?? today) - 1 }, () => undefined)
	const cells = [...before, ...days]
	const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
		Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday]),
	)
	return (
		<div className={styles.month}>
			<table className={styles.table}>
				<caption className="visually-hidden">Auslastung und Termine je Tag</caption>
				<thead>
					<tr>
						{WEEKDAYS.map((name) => (
							<th key={name} scope="col" abbr={name}>
								<span aria-hidden="true">{name.slice(0, 2)}</span>
								<span className="visually-hidden">{name}</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeks.map((week, index) => (
						<tr key={week.find(Boolean)?.day ?? index}>
							{week.map((sum, weekday) =>
								sum ? (
									<td key={sum.day} className={styles[`heat${sum.heat}`]} data-today={sum.day === today}>
										<Day {...sum} person={person} today={today} />
									</td>
								) : (
									<td key={WEEKDAYS[weekday]} className={styles.none} />
								),
							)}
						</tr>
					))}
				</tbody>
			</table>
			<p className={styles.legend} aria-hidden="true">
				Auslastung: frei
				{[1, 2, 3, 4, 5, 6].map((heat) => (
					<span key={heat} className={styles[`heat${heat}`]} />
				))}
				voll
			</p>
		</div>
	)
}

function Day({ day, load, count, closed, notes, person, today }: DaySum & { person: string; today: string }) {
	return (
		<>
			<Link
				to={adminPaths.calendar({ tag: day, person: person || undefined })}
				className={styles.day}
				aria-current={day === today ? 'date' : undefined}
			>
				{Number(day.slice(8))}.<span className="visually-hidden"> {MONTH.format(new Date(`${day}T00:00:00Z`))}</span>
			</Link>
			{load === null ? null : <span className={styles.load}>{load} %</span>}
			{load === null && count === 0 ? null : (
				<span className={styles.count}>
					{count}
					<span className={styles.word}> {count === 1 ? 'Termin' : 'Termine'}</span>
				</span>
			)}
			{closed || notes.length > 0 ? (
				<span className={styles.note}>
					{SHORT[closed] ? (
						<>
							<span className={styles.word}>{closed}</span>
							<span className={styles.short} aria-hidden="true">
								{SHORT[closed]}
							</span>
						</>
					) : (
						closed || notes.join(', ')
					)}
				</span>
			) : null}
		</>
	)
}
