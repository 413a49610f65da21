import { paths } from '#app/lib/paths.ts'
import { BookAnchor } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './services.module.css'

/** Services that are sold together, each with the way to book it. */
export function Packages({ packages, slug, from }: Pick<ListingData, 'packages' | 'slug' | 'from'>) {
	if (packages.length === 0) return null
	return (
		<section aria-labelledby="pakete" className={styles.section}>
			<h2 id="pakete">Pakete</h2>
			<ul className={styles.list}>
				{packages.map((one) => (
					<li key={one.id} className={styles.item}>
						<span className={styles.text}>
							<span className={styles.name}>{one.name}</span>
							<span className={styles.soft}>{one.parts}</span>
							{one.description ? <span className={styles.soft}>{one.description}</span> : null}
							<span className={styles.facts}>
								{one.duration} · <b>{one.price}</b>
								{one.single ? ` · einzeln zusammen ${one.single}` : ''}
							</span>
						</span>
						<BookAnchor
							href={paths.listingBooking(slug, { service: one.services, von: from })}
							className={styles.book}
							aria-label={`Paket ${one.name} buchen`}
							rel="nofollow"
						>
							Buchen
						</BookAnchor>
					</li>
				))}
			</ul>
		</section>
	)
}
