import styles from './group-events.module.css'
import type { FoundEvent } from './group-events.server.ts'

const SECTION = 'kurse'

/** Above the other results, which can be many: that there are courses, with a link to them. */
export function GroupEventsLink({ events }: { events: FoundEvent[] }) {
	if (events.length === 0) return null
	return (
		<p className={styles.link}>
			<a href={`#${SECTION}`}>
				{events.length === 1 ? '1 Kurs für Gruppen' : `Die nächsten ${events.length} Kurse und Termine für Gruppen`}
				<span aria-hidden="true"> ↓</span>
			</a>
		</p>
	)
}

/** The next courses that fit the search, each with its day, price, seats and the way to book or to wait. */
export function GroupEvents({ events }: { events: FoundEvent[] }) {
	if (events.length === 0) return null
	return (
		<section aria-labelledby={SECTION} className={styles.section}>
			<h2 id={SECTION} tabIndex={-1}>
				Kurse und Termine für Gruppen
			</h2>
			<ul className={styles.list}>
				{events.map((event) => (
					<li key={event.id} className={styles.item}>
						<h3 className={styles.title}>
							<a href={event.href}>{event.title}</a>
						</h3>
						<p>{event.when}</p>
						<p className={styles.soft}>
							{event.business}, {event.city}
						</p>
						<p className={styles.facts}>
							<b>{event.price}</b> · <span className={event.full ? styles.soft : undefined}>{event.left}</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}
