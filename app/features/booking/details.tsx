import { Link } from 'react-router'
import { Lines } from './lines.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import styles from './details.module.css'
import type { DetailsData } from './view.ts'

/** Everything about a booked appointment. */
export function Details({
	number,
	packageName,
	lines,
	date,
	times,
	business,
	address,
	phone,
	listing,
	route,
	total,
	payment,
	policy,
	earlyStart,
	contact,
	forName,
	note,
	dated = false,
}: DetailsData & { /** Whether a tile beside it shows the time. */ dated?: boolean }) {
	return (
		<dl className={styles.facts}>
			<div className={dated ? 'visually-hidden' : undefined}>
				<dt>Zeit</dt>
				<dd className={styles.when}>
					{date}, <span className={styles.times}>{times}</span>
				</dd>
			</div>
			<div>
				<dt>{lines.length === 1 ? 'Leistung' : 'Leistungen'}</dt>
				<dd>
					<Lines lines={lines} packageName={packageName} />
				</dd>
			</div>
			{forName ? (
				<div>
					<dt>Für</dt>
					<dd>{forName}</dd>
				</div>
			) : null}
			<div>
				<dt>Gesamtpreis</dt>
				<dd className={styles.price}>{total}</dd>
			</div>
			{payment.map(([label, text]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{text}</dd>
				</div>
			))}
			<BusinessFacts {...{ business, address, phone, listing, route }} />
			{policy ? (
				<div>
					<dt>Absagen</dt>
					<dd>{policy}</dd>
				</div>
			) : null}
			{earlyStart ? (
				<div>
					<dt>Widerrufsrecht</dt>
					<dd className={styles.small}>
						Sie haben erklärt: „{earlyStart.text}“<span className={styles.soft}>erklärt am {earlyStart.agreed}</span>
					</dd>
				</div>
			) : null}
			<div>
				<dt>Buchungsnummer</dt>
				<dd>{number}</dd>
			</div>
			{contact ? (
				<div>
					<dt>Ihre Angaben</dt>
					<dd>{contact}</dd>
				</div>
			) : null}
			{note ? (
				<div>
					<dt>Nachricht</dt>
					<dd>{note}</dd>
				</div>
			) : null}
		</dl>
	)
}

/** Where it is and how it is called, as rows of a list of facts. */
export function BusinessFacts({
	business,
	address,
	phone,
	listing,
	route,
}: Pick<DetailsData, 'business' | 'address' | 'phone' | 'listing' | 'route'>) {
	return (
		<>
			<div>
				<dt>Betrieb</dt>
				<dd>
					{listing ? <Link to={listing}>{business}</Link> : business}
					<span className={styles.soft}>{address}</span>
					<a href={route} target="_blank" rel="noopener noreferrer" className={styles.link}>
						Route auf OpenStreetMap<span className="visually-hidden"> (öffnet in einem neuen Fenster)</span>
					</a>
				</dd>
			</div>
			{phone ? (
				<div>
					<dt>Telefon</dt>
					<dd>
						<PhoneLink phone={phone} />
					</dd>
				</div>
			) : null}
		</>
	)
}
