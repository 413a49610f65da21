import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { AppointmentPayload } from './payload.ts'

/**
 * What a mail says about money that went online: paid, still to be paid on site, on its way back. A mail is no invoice.
 * @param over whether the visit does not take place, so that nothing is left to pay
 */
export function paymentFacts(payment: NonNullable<AppointmentPayload['payment']>, over: boolean): [string, string][] {
	const { paid_cents: paid, returned_cents: returned, later_cents: later, kept_cents: kept = 0, test } = payment
	const facts: [string, string][] = [
		[
			'Online bezahlt',
			`${formatPrice(paid)}${test ? ' (Testzahlung, es floss kein Geld)' : ''}\nDies ist eine Zahlungsbestätigung, keine Rechnung.`,
		],
	]
	if (returned > 0) facts.push(['Erstattung', `${formatPrice(returned)}, auf dem Weg, auf dem Sie bezahlt haben`])
	if (kept > 0) facts.push(['Für die späte Absage einbehalten', formatPrice(kept)])
	if (!over && later > 0) facts.push(['Vor Ort zu zahlen', formatPrice(later)])
	return facts
}

/** What is still to be paid: once the business has said yes, until when. @param zone of the location */
export function dueFacts(due: NonNullable<AppointmentPayload['due']>, zone: string): [string, string][] {
	const { cents, later_cents: later, until, test } = due
	const sum = `${formatPrice(cents)}${test ? ' (Testzahlung, es fließt kein Geld)' : ''}`
	const facts: [string, string][] = [
		until
			? ['Jetzt zu zahlen', `${sum}\nbis ${formatDate(until, zone)}, ${formatTime(until, zone)} Uhr`]
			: ['Nach der Zusage zu zahlen', sum],
	]
	if (later > 0) facts.push(['Vor Ort zu zahlen', formatPrice(later)])
	return facts
}
