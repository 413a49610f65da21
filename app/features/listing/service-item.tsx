import { useContext } from 'react'
import { together } from '#app/features/services/together.ts'
import { StruckPrice } from '#app/ui/struck-price.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { PreviewContext } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import type { ListedService } from './service-groups.ts'
import styles from './services.module.css'

type Props = Pick<ListingData, 'phone'> & { service: ListedService; hidden?: boolean }

/** A service of the page with its price and the way to book it; a family of variants unfolds to choose one. */
export function ServiceItem({ service, phone, hidden }: Props) {
	const { variants } = service
	if (!variants) {
		return (
			<li className={styles.item} hidden={hidden}>
				<Words service={service} />
				<Booking service={service} phone={phone} />
			</li>
		)
	}
	return (
		<li hidden={hidden}>
			<details className={styles.family}>
				<summary className={styles.item}>
					<Words service={service} />
					<span className={styles.take}>
						<b className={styles.price}>{service.price}</b>
						<span className={styles.choose}>Auswählen</span>
					</span>
				</summary>
				<ul className={styles.variants}>
					{variants.map((variant) => (
						<li key={variant.id} className={styles.item}>
							<Words service={{ ...variant, name: variant.variant, description: '' }} />
							<Booking service={variant} phone={phone} />
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
			<span className={styles.facts}>{[service.duration, ...notes].join(' · ')}</span>
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

/** The price, and a plus that takes the service into the visit: a box of the form around all services. */
function Booking({ service, phone }: Pick<Props, 'service' | 'phone'>) {
	const preview = useContext(PreviewContext)
	return (
		<span className={styles.take}>
			<b className={styles.price}>{service.price}</b>
			{service.byPhone ? (
				phone ? (
					<PhoneLink phone={phone} className={styles.book} />
				) : null
			) : (
				<label className={styles.plus}>
					<input
						type="checkbox"
						name="service"
						value={service.id}
						disabled={preview}
						aria-label={`${service.family ? `${service.family}, ${service.variant}` : service.name} dazunehmen`}
					/>
					<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
						<path d="M12 5v14M5 12h14" className={styles.off} />
						<path d="m5 12.500 4.500 4.500L19 7.500" className={styles.on} />
					</svg>
				</label>
			)}
		</span>
	)
}
