import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './head.module.css'

/** What a free place of the calendar is for: an appointment, blocked time or an event, at the same time of the same person. */
export function CreateChoice({ chosen }: { chosen: 'appointment' | 'block' }) {
	const query = Object.fromEntries(useSearchParams()[0])
	return (
		<nav aria-label="Eintragen" className={`${styles.group} ${styles.choice}`}>
			<Link
				to={adminPaths.newInCalendar(query)}
				replace
				preventScrollReset
				aria-current={chosen === 'appointment' ? 'true' : undefined}
			>
				Termin
			</Link>
			<Link
				to={adminPaths.newBlock(query)}
				replace
				preventScrollReset
				aria-current={chosen === 'block' ? 'true' : undefined}
			>
				Sperrzeit
			</Link>
			<Link to={adminPaths.newEvent(query)}>Kurs</Link>
		</nav>
	)
}
