import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { CustomerName } from '#app/ui/customer-link.tsx'
import styles from './event.module.css'
import { eventName, eventTime, seatsText, takenText } from './event.ts'
import type { WaitingEvent } from './waiting-events.queries.server.ts'

/** Courses with who waits for a seat, and the way to each. */
export function WaitingEvents({ courses, zone }: { courses: WaitingEvent[]; zone: string }) {
	return (
		<ul className={`${styles.waiting} ${styles.plain}`}>
			{courses.map(({ event, waits }) => (
				<li key={event.id}>
					<span>
						<Link to={adminPaths.event(event.id)}>
							<strong>{eventName(event)}</strong>
						</Link>
						<span className={styles.soft}>
							{eventTime(event, zone)} · {takenText(event)} belegt
							{event.taken < event.seats ? `, ${seatsText(event.seats - event.taken)} frei` : ''}
						</span>
						{waits.map(({ id, card, name, seats, offered }) => (
							<span key={id} className={styles.soft}>
								<CustomerName card={card}>{name}</CustomerName>, {seatsText(seats)}
								{offered ? ' · Platz angeboten' : ' · wartet'}
							</span>
						))}
					</span>
				</li>
			))}
		</ul>
	)
}
