import { paths } from '#app/lib/paths.ts'
import { BookLink } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './week-strip.module.css'

/** The next seven days; those with something free lead to their times, for the first service or those chosen. */
export function WeekStrip({ data: { days, first, slug, from }, services }: { data: ListingData; services?: string[] }) {
	if (!first || !days.some(({ free }) => free > 0)) return null
	return (
		<ul className={styles.days} aria-label="Die nächsten sieben Tage">
			{days.map(({ date, weekday, number, month, free }) => (
				<li key={date}>
					{free > 0 ? (
						<BookLink
							to={paths.listingBooking(slug, { service: services ?? first.id, day: date, von: from })}
							className={styles.day}
							rel="nofollow"
						>
							<span>{weekday}</span> <b>{number}</b> <span className="visually-hidden">{month}: </span>
							<span className={styles.free}>frei</span>
						</BookLink>
					) : (
						<span className={styles.day}>
							<span>{weekday}</span> <b>{number}</b> <span aria-hidden="true">–</span>
							<span className="visually-hidden">{month}: nichts frei</span>
						</span>
					)}
				</li>
			))}
		</ul>
	)
}
