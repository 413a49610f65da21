import { PlaceMap } from '#app/ui/map/place-map.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import type { Company, ListingData } from './listing.queries.server.ts'
import styles from './listing.module.css'
import { osmAddress, policySentences } from './texts.ts'

/** Address, directions, contact and opening hours. */
export function Directions({ data }: { data: ListingData }) {
	const map = osmAddress(data.latitude, data.longitude)
	return (
		<section aria-labelledby="anfahrt" className={styles.place}>
			<div>
				<h2 id="anfahrt">Anfahrt und Kontakt</h2>
				<address className={styles.address}>
					{data.street}
					<br />
					{data.postal_code} {data.city}
					{data.district ? (
						<>
							<br />
							{data.district}
						</>
					) : null}
				</address>
				<ul className={styles.contact}>
					{map ? (
						<li>
							<a href={map} rel="noreferrer">
								Route auf openstreetmap.org
							</a>
						</li>
					) : null}
					{data.phone ? (
						<li>
							<PhoneLink phone={data.phone} />
						</li>
					) : null}
					{data.website ? (
						<li>
							<a href={data.website} rel="nofollow noreferrer">
								{data.website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
							</a>
						</li>
					) : null}
				</ul>
			</div>
			{data.hours.length ? (
				<div>
					<h2>Öffnungszeiten</h2>
					{data.open ? <p className={data.open.open ? styles.open : undefined}>{data.open.words}</p> : null}
					{data.zone ? <p className={styles.soft}>{data.zone}</p> : null}
					<table className={styles.hours}>
						<caption className="visually-hidden">Öffnungszeiten einer gewöhnlichen Woche</caption>
						<tbody>
							{data.week.map((day) => (
								<tr key={day.name} className={day.today ? styles.today : undefined}>
									<th scope="row">{day.name}</th>
									<td>{day.times.length ? day.times.join(', ') : 'geschlossen'}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			) : null}
			{data.latitude !== null && data.longitude !== null ? (
				<div className={styles.mapBox}>
					<PlaceMap
						name={data.name}
						detail={data.street}
						latitude={data.latitude}
						longitude={data.longitude}
						tiles={data.tiles}
					/>
				</div>
			) : null}
		</section>
	)
}

/** When an appointment can be cancelled, and how it is confirmed. */
export function Policy({ hours, byHand }: { hours: number; byHand: boolean }) {
	return (
		<section aria-labelledby="absage">
			<h2 id="absage">Absagen und Verschieben</h2>
			{policySentences(hours, byHand).map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
		</section>
	)
}

/** Who is responsible for this page, as § 5 DDG requires. */
export function Imprint({ company }: { company: Company }) {
	const lines = [
		company.legal_name || company.name,
		company.representative && `Vertreten durch: ${company.representative}`,
		company.street,
		`${company.postal_code} ${company.city}`.trim(),
		company.phone && `Telefon: ${company.phone}`,
		company.email && `E-Mail: ${company.email}`,
		company.register_entry && `Register: ${company.register_entry}`,
		company.vat_id && `Umsatzsteuer-Identifikationsnummer: ${company.vat_id}`,
	].filter((line) => line)
	return (
		<section aria-labelledby="impressum">
			<h2 id="impressum">Impressum des Unternehmens</h2>
			<p className={styles.imprint}>{lines.join('\n')}</p>
		</section>
	)
}
