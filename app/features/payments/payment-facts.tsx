import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Facts } from '#app/ui/facts.tsx'
import type { PaymentPage } from './admin.contracts.ts'
import styles from './history.module.css'
import { numberOf } from './payment-lines.ts'
import { providerName } from './words.ts'

type Props = {
	payment: PaymentPage
	zone: string
	/** The location to switch to for its appointment, when the admin shows another. */
	elsewhere?: string
}

/** The sums of a payment and what it is for. */
export function PaymentFacts({ payment, zone, elsewhere }: Props) {
	const { appointment, captured_cents, refunding_cents, refunded_cents, fee_cents, left_cents } = payment
	const moment = (at: string): string => `${formatDate(at, zone)}, ${formatTime(at, zone)} Uhr`
	const sum = (cents: number, shown = cents > 0): string => (shown ? formatPrice(cents) : '')
	const visit = appointment ? (
		<Link to={adminPaths.appointment(appointment.id, { standort: elsewhere })}>
			{`${appointment.name || 'Ohne Namen'}, ${moment(appointment.starts_at)}`}
		</Link>
	) : null
	const rows: [string, ReactNode][] = [
		['Termin', visit],
		['Bezahlt', sum(captured_cents)],
		['Erstattung unterwegs', sum(refunding_cents)],
		['Erstattet', sum(refunded_cents)],
		['Gebühr des Zahlungsdienstes', sum(fee_cents)],
		['Davon noch bei Ihnen', sum(left_cents, left_cents < captured_cents)],
		['Angefordert', moment(payment.created_at)],
		['Eingegangen', payment.paid_at ? moment(payment.paid_at) : ''],
		['Weg', providerName(payment.provider)],
		['Standort', payment.location_name ?? ''],
		['Buchungsnummer', numberOf(payment)],
	]
	return <Facts facts={rows} className={styles.facts} />
}
