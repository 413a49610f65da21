import type { Listed } from '#app/features/events/offered.ts'
import { paths } from '#app/lib/paths.ts'
import { BookAnchor } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './services.module.css'

/** Group events that are still to come, each with its seats and the way to book or to wait. */
export function Events({ events, slug, from }: { events: Listed[] } & Pick<ListingData, 'slug' | 'from'>) {
	return (
		<section aria-labelledby="kurse" className={styles.section}>
			<h2 id="kurse">Kurse und Termine für Gruppen</h2>
			<ul className={styles.list}>
				{events.map((event) => (
					<li key={event.id} className={styles.item}>
						<div className={styles.text}>
							<p className={styles.name}>{event.title}</p>
							<p className={styles.facts}>{event.when}</p>
							<p className={styles.facts}>
								<b>{event.price}</b> · {event.left}
							</p>
						</div>
						<BookAnchor
							href={paths.listingEvent(slug, event.id, { von: from })}
							className={styles.book}
							aria-label={`${event.title}, ${event.when}: ${LABELS[event.state].toLowerCase()}`}
						>
							{LABELS[event.state]}
						</BookAnchor>
					</li>
				))}
			</ul>
		</section>
	)
}

const LABELS: Record<Listed['state'], string> = { free: 'Buchen', full: 'Warteliste', closed: 'Ansehen' }
