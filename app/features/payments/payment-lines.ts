import { dateText } from '#app/lib/calendar-date.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import type { ListedPayment } from './admin.contracts.ts'
import { kindName, standOf } from './words.ts'

const HEAD = [
	...['Test', 'Tag', 'Zeit', 'Art', 'Buchungsnummer', 'Kund:in', 'Termin am', 'Standort', 'Betrag', 'Bezahlt am'],
	...['Bezahlt', 'Erstattung unterwegs', 'Erstattet', 'Gebühr', 'Stand'],
]

/** Payments as the lines of a file, with its head; each that is a trial says TEST. Amounts in euros, wall times of `zone`. */
export function paymentLines(
	payments: ListedPayment[],
	places: ReadonlyMap<string, string>,
	zone: string,
): (string | number)[][] {
	const day = (at: string | null | undefined): string => (at ? dateText(localDate(at, zone)) : '')
	const lines = payments.map((payment) => [
		...[payment.test ? 'TEST' : '', day(payment.created_at), localTime(payment.created_at, zone)],
		...[kindName(payment.kind), numberOf(payment), payment.appointment?.name ?? ''],
		...[day(payment.appointment?.starts_at), places.get(payment.location_id ?? '') ?? ''],
		...[euros(payment.amount_cents), day(payment.paid_at), euros(payment.captured_cents)],
		...[euros(payment.refunding_cents), euros(payment.refunded_cents), euros(payment.fee_cents)],
		payment.check ? 'Zahlung prüfen' : standOf(payment).words,
	])
	return [HEAD, ...lines]
}

/** "1A2B-3C4D-5E6F", which the description ends with. */
export const numberOf = ({ description }: Pick<ListedPayment, 'description'>): string =>
	/[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/.exec(description)?.[0] ?? ''

/** "12,50": with two decimals, as bookkeeping programs want it. */
const euros = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')
