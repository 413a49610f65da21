import { together } from '#app/features/services/together.ts'
import { paths } from '#app/lib/paths.ts'
import { StruckPrice } from '#app/ui/struck-price.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { BookAnchor } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import type { ListedService } from './service-groups.ts'
import styles from './services.module.css'

type Props = Pick<ListingData, 'slug' | 'from' | 'phone'> & { service: ListedService }

/** A service of the page with its price and the way to book it; a family of variants unfolds to choose one. */
export function ServiceItem({ service, ...place }: Props) {
	const { variants } = service
	if (!variants) {
		return (
			<li className={styles.item}>
				<Words service={service} />
				<Booking service={service} {...place} />
			</li>
		)
	}
	return (
		<li>
			<details className={styles.family}>
				<summary className={styles.item}>
					<Words service={service} />
					<span className={styles.choose}>Auswählen</span>
				</summary>
				<ul className={styles.variants}>
					{variants.map((variant) => (
						<li key={variant.id} className={styles.item}>
							<Words service={{ ...variant, name: variant.variant, description: '' }} />
							<Booking service={variant} {...place} />
						</li>
					))}
				</ul>
			</details>
		</li>
	)
}

function Words({ service }: { service: ListedService }) {
	const notes = [service.way, service.test, service.addonTo && together(service.addonTo)].filter(Boolean)
	return (
		<span className={styles.text}>
			<span className={styles.name}>{service.name}</span>
			{service.description ? <span className={styles.soft}>{service.description}</span> : null}
			<span className={styles.facts}>
				{service.duration} · <b>{service.price}</b>
				{notes.map((note) => ` · ${note}`).join('')}
			</span>
			{service.dayPrices.map(({ id, when, price, struckCents }) => (
				<span key={id} className={styles.facts}>
					{when}:{' '}
					<b>
						<StruckPrice price={price} cents={struckCents} />
					</b>
				</span>
			))}
		</span>
	)
}

function Booking({ service, slug, from, phone }: Props) {
	if (service.byPhone) return phone ? <PhoneLink phone={phone} className={styles.book} /> : null
	if (service.addonTo) return null
	return (
		<BookAnchor
			href={paths.listingBooking(slug, { service: service.id, von: from })}
			className={styles.book}
			aria-label={`${service.name} buchen`}
			rel="nofollow"
		>
			Buchen
		</BookAnchor>
	)
}
