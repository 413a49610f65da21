import type { Enums } from '#app/database.types.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { ListedPayment, MoneyEvent, PaymentPage, Refund } from './admin.contracts.ts'

// What the admin's pages say of payments.

/** What a payment is for. */
export const KIND_NAMES = {
	deposit: 'Anzahlung',
	full: 'Zahlung',
	remainder: 'Restzahlung',
	late_fee: 'Gebühr für späte Absage',
	no_show_fee: 'Gebühr für Nichterscheinen',
	voucher: 'Gutschein',
} as const

export const kindName = (kind: string): string => KIND_NAMES[kind as keyof typeof KIND_NAMES] ?? 'Zahlung'

/** How it was paid. */
export const providerName = (provider: string): string => (provider === 'test' ? 'Testzahlung' : 'Stripe')

type Standing = Pick<ListedPayment, 'state' | 'captured_cents' | 'refunding_cents' | 'refunded_cents' | 'amount_cents'>

/** How a payment stands, for badge and file. */
export function standOf(payment: Standing): { words: string; kind: BadgeKind; icon: string } {
	const { state, captured_cents: captured, refunding_cents: refunding, refunded_cents: refunded } = payment
	if (refunding > 0) return { words: 'Erstattung unterwegs', kind: 'waiting', icon: BACK }
	if (captured > 0 && refunded >= captured) return { words: 'Erstattet', kind: 'quiet', icon: BACK }
	if (refunded > 0) return { words: 'Teilweise erstattet', kind: 'quiet', icon: BACK }
	return STANDS[state]
}

const BACK = 'M6 4 2.5 7.500 6 11M2.500 7.500h7a4 4 0 0 1 0 6H8'
const LOST = 'm4 4 8 8m0-8-8 8'
const CLOCK = 'M8 3v5l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13'
const STANDS: Record<Enums<'payment_state'>, { words: string; kind: BadgeKind; icon: string }> = {
	open: { words: 'Noch nicht bezahlt', kind: 'waiting', icon: CLOCK },
	processing: { words: 'Wird geprüft', kind: 'waiting', icon: CLOCK },
	paid: { words: 'Bezahlt', kind: 'good', icon: 'm3.5 8.5 3 3 6-7' },
	failed: { words: 'Fehlgeschlagen', kind: 'bad', icon: LOST },
	expired: { words: 'Nicht bezahlt', kind: 'quiet', icon: LOST },
}

const REASONS: Record<string, string> = {
	business: 'vom Betrieb abgesagt oder erlassen',
	customer: 'abgesagt',
	withdrawal: 'Widerruf',
	slot_lost: 'Zeit war nicht mehr frei gehalten',
	paid_twice: 'doppelt bezahlt',
	no_show: 'nicht erschienen, mehr bezahlt als vereinbart behalten',
	by_hand: 'von Hand erstattet',
}

/** Why money goes back. */
export const reasonText = (reason: string): string => REASONS[reason] ?? 'Erstattung'

export const REFUND_STATES: Record<Refund['state'], { words: string; kind: BadgeKind; icon: string }> = {
	asked: { words: 'unterwegs', kind: 'waiting', icon: CLOCK },
	done: { words: 'erstattet', kind: 'good', icon: 'm3.5 8.5 3 3 6-7' },
	failed: { words: 'fehlgeschlagen', kind: 'bad', icon: LOST },
	withdrawn: { words: 'zurückgenommen', kind: 'quiet', icon: LOST },
}

const ALERTS: Record<string, string> = {
	refund_failed: 'Eine Erstattung ist fehlgeschlagen: Das Geld ist noch bei Ihnen. Bitte erstatten Sie noch einmal.',
	refunded_outside: 'Beim Zahlungsdienst wurde etwas erstattet, das hier niemand veranlasst hat.',
	refunded_too_much: 'Beim Zahlungsdienst wurde mehr erstattet, als von dieser Zahlung übrig war.',
	captured_too_much: 'Der Zahlungsdienst hat mehr eingenommen als vereinbart.',
	not_confirmed: 'Die Zahlung ist eingegangen, aber der Termin ließ sich nicht bestätigen.',
	disputed_too_much: 'Es ist mehr strittig, als von dieser Zahlung übrig war.',
	no_answer: 'Der Zahlungsdienst antwortet seit längerem nicht. Wir versuchen es weiter.',
}

/** What somebody has to look at. */
export const alertText = (kind: string): string => ALERTS[kind] ?? 'Hier passt etwas nicht zusammen.'

const ACCOUNTS: Record<Enums<'money_account'>, string> = {
	provider_balance: 'beim Zahlungsdienst',
	prepaid: 'vorausbezahlt',
	refunds_due: 'zu erstatten',
	revenue: 'verdient',
	fee_income: 'als Ausfall behalten',
	provider_fee: 'Gebühr des Zahlungsdienstes',
	disputed: 'strittig',
	bank: 'Ihr Bankkonto',
	voucher_liability: 'offene Gutscheine',
	receivable: 'Forderung',
	plan_revenue: 'Paket',
	commission_revenue: 'Provision',
	vat: 'Umsatzsteuer',
	platform_bank: 'Bankkonto der Plattform',
	partner_cost: 'Empfehlungen',
}

const VERBS: Record<string, string> = {
	captured: 'Bezahlt',
	refund_asked: 'Erstattung veranlasst',
	refunded: 'Erstattet',
	refund_failed: 'Erstattung fehlgeschlagen',
	refund_outside: 'Beim Zahlungsdienst erstattet',
	refund_withdrawn: 'Erstattung zurückgenommen',
	fee: 'Gebühr des Zahlungsdienstes',
	visit_completed: 'Termin hat stattgefunden',
	no_show: 'Nicht erschienen',
	dispute_opened: 'Kund:in bestreitet die Zahlung',
	dispute_won: 'Streit um die Zahlung gewonnen',
	dispute_lost: 'Streit um die Zahlung verloren',
	late_cancelled: 'Spät abgesagt: Gebühr behalten',
	late_waived: 'Absage zurückgenommen: Gebühr erlassen',
}

/** An event in words: "Erstattung veranlasst: 9,00 €". */
export function eventText({ verb, reason, transfers }: MoneyEvent): string {
	const cents = transfers.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
	const why = verb === 'refund_asked' && reason ? ` (${reasonText(reason)})` : ''
	return `${VERBS[verb] ?? 'Buchung'}: ${formatPrice(cents)}${why}`
}

/** Which way the money of an event went: "vorausbezahlt → zu erstatten". */
export const transferTexts = ({ transfers }: MoneyEvent): string[] =>
	transfers.map(
		({ debit, credit, amount_cents }) =>
			`${ACCOUNTS[debit]} → ${ACCOUNTS[credit]}${transfers.length > 1 ? `: ${formatPrice(amount_cents)}` : ''}`,
	)

/** Steps of a payment that move no money, before and after those that do. */
export function endText({ state }: Pick<PaymentPage, 'state'>): string | undefined {
	if (state === 'failed') return 'Die Zahlung hat nicht geklappt'
	return state === 'expired' ? 'Nicht bezahlt; die Zeit ist wieder frei' : undefined
}
