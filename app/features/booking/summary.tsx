import { PlaceLogo } from '#app/ui/place-logo.tsx'
import { StruckPrice } from '#app/ui/struck-price.tsx'
import styles from './summary.module.css'

/** What has been chosen so far, in finished words. */
export type SummaryData = {
	business: string
	/** The logo of the business; empty: none. */
	logo: string
	services: { name: string; price: string; struckCents?: number | null }[]
	/** The package that the services are. */
	packageName?: string | null
	person?: string
	when?: string
	duration: string
	total: string
	/** "inkl. MwSt." or the note of a small business. */
	tax: string
}

/** The choice so far, always in sight: beside the steps, on phones at the bottom. */
export function Summary({ business, logo, services, packageName, person, when, duration, total, tax }: SummaryData) {
	return (
		<aside aria-label="Ihre Auswahl" className={styles.summary}>
			<p className={styles.business}>
				<PlaceLogo path={logo} small /> {business}
			</p>
			{packageName ? <p className={styles.business}>Paket „{packageName}“</p> : null}
			<ul className={styles.services}>
				{services.map((service) => (
					<li key={service.name}>
						<span>{service.name}</span>{' '}
						<span className={styles.price}>
							<StruckPrice price={service.price} cents={service.struckCents} />
						</span>
					</li>
				))}
			</ul>
			<p className={styles.facts}>
				{when ? <span className={styles.when}>{when}</span> : null}
				{person ? <span>{person}</span> : null}
				<span className={styles.duration}>{duration}</span>
			</p>
			<p className={styles.total}>
				<span className={styles.word}>Gesamt</span> <strong>{total}</strong> <span className={styles.tax}>{tax}</span>
			</p>
		</aside>
	)
}
