import { formatPrice } from '#app/lib/money.ts'

const ALERTS: Record<string, string> = {
	captured_too_much: 'Der Zahlungsanbieter meldet mehr als den Preis',
	declined: 'Der Zahlungsanbieter hat abgelehnt',
	disputed_too_much: 'Mehr strittig, als bezahlt wurde',
	drift_billing_books: 'Rechnung und Geldbuch stimmen nicht überein',
	drift_billing_charged_twice: 'Eine Provision steht auf zwei Rechnungen',
	drift_billing_gap: 'In einer Nummernreihe fehlt eine Rechnung',
	drift_billing_lines: 'Summe und Posten einer Rechnung stimmen nicht überein',
	drift_billing_paid: 'Zahlungen und Stand einer Rechnung stimmen nicht überein',
	drift_kept: 'Bezahlt, aber ohne Termin und ohne Erstattung',
	drift_negative: 'Ein Konto im Geldbuch ist unter null',
	drift_refunds: 'Erstattungen und Geldbuch stimmen nicht überein',
	drift_sums: 'Zahlung und Geldbuch stimmen nicht überein',
	drift_unpaid: 'Ein bestätigter Termin ist nicht bezahlt',
	no_answer: 'Der Zahlungsanbieter antwortet nicht',
	not_billed: 'Eine Rechnung konnte nicht geschrieben werden',
	not_confirmed: 'Bezahlt, aber der Termin war nicht mehr möglich',
	paid_and_reversed: 'Eine bezahlte Rechnung wurde storniert: Geld geht zurück',
	paid_too_much: 'Auf eine Rechnung wurde zu viel bezahlt',
	payout_changed: 'Eine Auszahlung ist nicht mehr, was sie war',
	payout_mismatch: 'Auszahlung und ihre Posten stimmen nicht überein',
	refund_failed: 'Eine Erstattung ist gescheitert',
	refunded_outside: 'Beim Zahlungsanbieter wurde ohne uns erstattet',
	refunded_too_much: 'Beim Zahlungsanbieter wurde zu viel erstattet',
	unknown_account: 'Der Zahlungsanbieter meldet ein unbekanntes Konto',
	unknown_payment: 'Der Zahlungsanbieter meldet eine unbekannte Zahlung',
}

/** What an alert says. The names are those that the schemas 77_money and 78_billing give. */
export function alertText(kind: string): string {
	if (kind.startsWith('small_business_near')) return 'Die Grenze für Kleinunternehmer (§ 19 UStG) kommt näher'
	if (kind.startsWith('small_business_over')) return 'Die Grenze für Kleinunternehmer (§ 19 UStG) ist überschritten'
	return ALERTS[kind] ?? kind
}

/** The detail of an alert in one line; amounts are in cents. */
export function alertDetail(detail: Record<string, unknown>): string {
	return Object.entries(detail)
		.map(
			([name, value]) =>
				`${name}: ${name === 'cents' && typeof value === 'number' ? formatPrice(value) : JSON.stringify(value)}`,
		)
		.join(', ')
		.slice(0, 500)
}

/** Where the last reminder of an invoice stands. */
export const LEVELS = ['', 'erinnert', 'zweimal erinnert', 'pausiert']

export const SELLER_FIELDS: Record<string, string> = {
	...{ name: 'OPERATOR_NAME', street: 'OPERATOR_STREET', postal_code: 'OPERATOR_PLACE', city: 'OPERATOR_PLACE' },
	iban: 'OPERATOR_IBAN',
}
