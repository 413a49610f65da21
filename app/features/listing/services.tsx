import { STRUCK_NOTE } from '#app/ui/struck-price.tsx'
import type { ListingData } from './listing.queries.server.ts'
import { ServiceItem } from './service-item.tsx'
import { useServiceSearch } from './service-search.tsx'
import styles from './services.module.css'

/** What can be booked, grouped by category. */
export function Services({ slug, groups, from, phone }: Pick<ListingData, 'slug' | 'groups' | 'from' | 'phone'>) {
	const { found, search } = useServiceSearch(groups)
	const many = groups.reduce((sum, group) => sum + group.services.length, 0) > 6
	const struck = groups
		.flatMap((group) => group.services.flatMap((service) => service.variants ?? [service]))
		.some((service) => service.dayPrices.some(({ struckCents }) => struckCents !== null))
	return (
		<section aria-labelledby="leistungen" className={styles.section}>
			<h2 id="leistungen">Leistungen</h2>
			{groups.length > 3 ? (
				<nav aria-label="Kategorien der Leistungen" className={styles.jump}>
					{groups.map((group) => (
						<a key={group.id} href={`#leistungen-${group.id}`}>
							{group.name}
						</a>
					))}
				</nav>
			) : null}
			{many ? search : null}
			{found.map((group) => (
				<section key={group.id} aria-labelledby={`leistungen-${group.id}`}>
					<h3 id={`leistungen-${group.id}`} className={styles.group}>
						{group.name}
					</h3>
					<ul className={styles.list}>
						{group.services.map((service) => (
							<ServiceItem key={service.id} {...{ service, slug, from, phone }} />
						))}
					</ul>
				</section>
			))}
			{struck ? <p className={styles.soft}>{STRUCK_NOTE}</p> : null}
		</section>
	)
}
