import styles from './start-label.module.css'

type Props = {
	/** A time as `formatSoon` writes it: "Mo., 23. Nov., 09:15", "So., 25. Okt., 02:30 MESZ". */
	label: string
	/** The label before it in the row. */
	before?: string
}

const TIME = /\d{2}:\d{2}( \S+)?$/

/** A free start in a row of starts. Each day is shown only once, but read out each time. */
export function StartLabel({ label, before = '' }: Props) {
	const time = TIME.exec(label)?.[0] ?? ''
	const day = label.slice(0, label.length - time.length)
	if (!time) return label
	return (
		<>
			<span className={day === before.replace(TIME, '') ? 'visually-hidden' : undefined}>{day}</span>
			<span className={styles.time}>{time}</span>
		</>
	)
}
