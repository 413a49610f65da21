import styles from './drawn-day.module.css'

const COLUMNS = [
	{ name: 'Anna', entries: ['Schneiden', 'Farbe'] },
	{ name: 'Jonas', entries: ['Bart', 'Schneiden'] },
	{ name: 'Elif', entries: ['Balayage', 'Tönung'] },
]

/** A day of a team as the calendar shows it, drawn beside words that say the same. */
export function DrawnDay() {
	return (
		<div className={styles.day} aria-hidden="true">
			{COLUMNS.map(({ name, entries }) => (
				<div key={name}>
					<b>{name}</b>
					{entries.map((entry) => (
						<span key={entry}>{entry}</span>
					))}
				</div>
			))}
		</div>
	)
}
