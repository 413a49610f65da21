import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Booking } from './booking.ts'

export type Payment = NonNullable<Booking['payment']>

/** What is paid when, in finished words. */
export type DueData = { label: string; now: string; later?: string; words: string[] }

const nothingFlows = 'Dies ist eine Testzahlung: Es fließt kein Geld.'

/** What the summary says above the final button. */
export function dueOf(payment: Payment): DueData {
	const { due_cents: due, later_cents: later, no_show_cents: kept, late_cents: late, test, after_answer } = payment
	return {
		label: after_answer ? 'Nach der Zusage zu zahlen' : 'Jetzt zu zahlen',
		now: formatPrice(due),
		later: later > 0 ? formatPrice(later) : undefined,
		words: [
			after_answer
				? 'Sagt der Betrieb zu, bekommen Sie eine E-Mail und haben bis zu 24 Stunden zum Bezahlen. Gebucht ist Ihr Termin, sobald die Zahlung eingegangen ist. Sagen Sie rechtzeitig ab, bekommen Sie alles zurück.'
				: 'Nach dem Knopf öffnet sich die Seite zum Bezahlen. Gebucht ist Ihr Termin, sobald die Zahlung eingegangen ist. Sagen Sie rechtzeitig ab, bekommen Sie alles zurück.',
			...(late === null
				? []
				: [`Nach der Frist können Sie noch absagen; dann behält der Betrieb ${formatPrice(late)}.`]),
			...(kept > 0 ? [`Kommen Sie nicht zum Termin, behält der Betrieb ${formatPrice(kept)}.`] : []),
			...(test ? [nothingFlows] : []),
		],
	}
}

/** What the page of a booking in that state says of its money: paid, left for the visit, on its way back. */
export function paymentRows(
	{ due_cents: due, later_cents: later, kept_cents: kept, after_answer, pay_until, payments, test }: Payment,
	state: Booking['state'],
): [label: string, text: string][] {
	const sum = (value: (one: Payment['payments'][number]) => number): number =>
		payments.reduce((total, one) => total + value(one), 0)
	const paid = sum((one) => one.captured_cents)
	const refunding = sum((one) => one.refunding_cents)
	const refunded = sum((one) => one.refunded_cents)
	const rows: [string, string][] = []
	if (after_answer) rows.push(['Nach der Zusage zu zahlen', formatPrice(due)])
	if (pay_until) rows.push(['Noch zu zahlen', formatPrice(due)])
	if (paid > 0) rows.push(['Online bezahlt', `${formatPrice(paid)}${test ? ' (Testzahlung)' : ''}`])
	if (refunding > 0) rows.push(['Erstattung unterwegs', formatPrice(refunding)])
	if (refunded > 0) rows.push(['Erstattet', formatPrice(refunded)])
	if (kept) rows.push(['Für die späte Absage einbehalten', formatPrice(kept)])
	const agreed = !after_answer && !pay_until && (state === 'confirmed' || state === 'requested')
	if (agreed && later > 0) rows.push(['Vor Ort zu zahlen', formatPrice(later)])
	return rows
}

/** Whether something was paid online and has not gone back, nor is about to. */
export const isPaid = (payment: Payment | null): boolean =>
	payment?.payments.some((one) => one.captured_cents > one.refunding_cents + one.refunded_cents) ?? false

/** What cancelling costs now, above its button; nothing while it is free. */
export function feeOf(payment: Payment | null): { cents: number; fee: string; back: string } | undefined {
	const cents = payment?.cancel_cents ?? 0
	if (!payment || cents === 0) return undefined
	const left = payment.payments.reduce(
		(sum, one) => sum + one.captured_cents - one.refunding_cents - one.refunded_cents,
		0,
	)
	return { cents, fee: formatPrice(cents), back: left > cents ? formatPrice(left - cents) : '' }
}

/** How the page of a payment shows where it stands. */
export type Stage = 'open' | 'checking' | 'failed' | 'paid' | 'over' | 'returned'

/** @returns `over`: the time is no longer kept; `returned`: and money that came too late goes back */
export function stageOf({ state, payment }: Pick<Booking, 'state' | 'payment'>): Stage {
	const last = payment?.payments.at(-1)
	if (state !== 'awaiting_payment' && !['expired', 'cancelled', 'declined'].includes(state)) return 'paid'
	if (state !== 'awaiting_payment')
		return payment?.payments.some(({ captured_cents }) => captured_cents > 0) ? 'returned' : 'over'
	if (last?.state === 'processing') return 'checking'
	return last?.state === 'failed' || last?.state === 'expired' ? 'failed' : 'open'
}

/** "14:35 Uhr", with the date when that is not today's. */
export function untilText(until: string, zone: string, now: Date): string {
	const [day, today] = [formatDate(until, zone), formatDate(now.toISOString(), zone)]
	return `${day === today ? '' : `${day}, `}${formatTime(until, zone)} Uhr`
}
