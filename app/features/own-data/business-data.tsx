import { paymentRows } from '#app/features/booking/payment.ts'
import { stateText } from '#app/features/booking/texts.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatDate, formatTime, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import styles from './own-data.module.css'
import type { BusinessData } from './own-data.contracts.ts'

const day = (at: string, zone = HOME_ZONE): string => dateText(localDate(at, zone))

/** What one business keeps of an address. */
export function BusinessSection({ business }: { business: BusinessData }) {
	const { name, legal_name, street, postal_code, city, email, phone, card, known, erasure } = business
	return (
		<section aria-label={name} className={styles.business}>
			<h2>{name}</h2>
			<p className={styles.soft}>
				{[legal_name === name ? '' : legal_name, street, `${postal_code} ${city}`.trim(), email, phone]
					.filter(Boolean)
					.join(' · ')}
			</p>
			{card ? (
				<p>
					Kundenkarte seit {day(card.created_at)}:{' '}
					{[card.name, card.phone, card.birthday && `geboren am ${dateText(card.birthday)}`].filter(Boolean).join(', ')}
				</p>
			) : known ? (
				<p>Ihre Adresse steht hier in einer Kundenkarte, die zu einem Konto oder zu einer anderen Person gehört.</p>
			) : null}
			<Visits business={business} />
			<Waits business={business} />
			{business.messages.length > 0 ? (
				<p>
					Nachrichten an Ihre Adresse: {business.messages.length}, zuletzt am{' '}
					{day(business.messages.at(-1)?.created_at ?? '')}
				</p>
			) : null}
			{erasure ? (
				<p>
					{erasure.declined_at
						? `Löschung am ${day(erasure.declined_at)} abgelehnt${erasure.reason ? `: ${erasure.reason}` : ''}`
						: `Um Löschung gebeten am ${day(erasure.asked_at)}. Das Unternehmen antwortet innerhalb eines Monats.`}
				</p>
			) : null}
		</section>
	)
}

function Visits({ business: { appointments } }: { business: BusinessData }) {
	if (appointments.length === 0) return null
	return (
		<>
			<h3>{appointments.length === 1 ? '1 Termin' : `${appointments.length} Termine`}</h3>
			<ul className={styles.rows}>
				{appointments.map((visit) => (
					<li key={visit.number}>
						<strong>
							{formatDate(visit.starts_at, visit.time_zone)}, {formatTime(visit.starts_at, visit.time_zone)} Uhr
						</strong>{' '}
						· {visit.lines.map(({ service }) => service).join(', ')} · {formatPrice(visit.total_cents)} ·{' '}
						{stateText(visit.state).name}
						<span className={styles.soft}>
							{[
								`Nummer ${visit.number}`,
								visit.name,
								visit.phone,
								visit.for_name && `für ${visit.for_name}`,
								visit.note && `„${visit.note}“`,
								visit.messages.length > 0 && `${visit.messages.length} Nachrichten mit dem Betrieb (in der Datei)`,
								...(visit.payment
									? paymentRows(visit.payment, visit.state).map(([label, text]) => `${label}: ${text}`)
									: []),
								visit.early_start && `früher Beginn verlangt am ${day(visit.early_start.agreed_at)}`,
								visit.review && `bewertet mit ${visit.review.rating} von 5 als ${visit.review.author}`,
							]
								.filter(Boolean)
								.join(' · ')}
						</span>
					</li>
				))}
			</ul>
		</>
	)
}

function Waits({ business: { waits } }: { business: BusinessData }) {
	if (waits.length === 0) return null
	return (
		<>
			<h3>Wartelisten</h3>
			<ul className={styles.rows}>
				{waits.map(({ title, starts_at, time_zone, seats, name, created_at, left_at }) => (
					<li key={`${starts_at} ${created_at}`}>
						<strong>{title}</strong>, {formatDate(starts_at, time_zone)} · {seats === 1 ? '1 Platz' : `${seats} Plätze`}
						<span className={styles.soft}>
							{name} · eingetragen am {day(created_at)}
							{left_at ? ` · ausgetragen am ${day(left_at)}` : ''}
						</span>
					</li>
				))}
			</ul>
		</>
	)
}
