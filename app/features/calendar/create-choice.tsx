import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './head.module.css'

/**
 * What a free place of the calendar is for: an appointment, blocked time or an event, at the same time of the same person; and why customers
 * do not find this time.
 */
export function CreateChoice({ chosen }: { chosen: 'appointment' | 'block' | 'why' }) {
	const query = Object.fromEntries(useSearchParams()[0])
	const choice = { replace: true, preventScrollReset: true }
	return (
		<nav aria-label="Eintragen" className={styles.choices}>
			<span className={styles.group}>
				<Link
					{...choice}
					to={adminPaths.newInCalendar(query)}
					aria-current={chosen === 'appointment' ? 'true' : undefined}
				>
					Termin
				</Link>
				<Link {...choice} to={adminPaths.newBlock(query)} aria-current={chosen === 'block' ? 'true' : undefined}>
					Sperrzeit
				</Link>
				<Link to={adminPaths.newEvent(query)}>Kurs</Link>
			</span>
			{chosen === 'why' ? null : (
				<Link {...choice} to={adminPaths.whyInCalendar(query)}>
					Warum fehlt diese Zeit?
				</Link>
			)}
		</nav>
	)
}
