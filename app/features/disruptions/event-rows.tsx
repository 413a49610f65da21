import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import styles from './disruption.module.css'
import type { DisruptionBoard } from './disruptions.ts'

/** The events in a closed room, each with the way to where it gets another one; nothing without any. */
export function EventRows({ events, zone, now }: { events: DisruptionBoard['events']; zone: string; now: Date }) {
	if (events.length === 0) return null
	return (
		<section className={styles.events} aria-labelledby="kurse">
			<h2 id="kurse">Kurse in dieser Zeit</h2>
			<p>Geben Sie ihnen einen anderen Raum oder eine andere Zeit, oder sagen Sie sie ab.</p>
			<ul className={styles.list}>
				{events.map(({ event_id: id, title, starts_at: start, booked }) => (
					<li key={id}>
						<span>
							<Link to={adminPaths.event(id)}>{title}</Link>, {formatSoon(start, zone, now)}
						</span>
						<span>{booked === 1 ? '1 Platz gebucht' : `${booked} Plätze gebucht`}</span>
					</li>
				))}
			</ul>
		</section>
	)
}
