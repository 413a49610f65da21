import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice } from '#app/lib/money.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

type Payload = {
	name: string
	/** When it was written. */
	at: string
	company: string
	/** A day as YYYY-MM-DD: from or until when, due, or of the visit. */
	day?: string
	cents?: number
	number?: string
	/** The invoice that was reversed. */
	reversed?: string
	/** Of a reminder: 1 or 2. */
	level?: number
	granted?: boolean
	/** What an operator wrote. */
	note?: string
}

/** What `internal.tell_owners` puts into a message (supabase/schemas/78_billing). */
export type BillingMessage = {
	id: string
	kind:
		| 'plan_booked'
		| 'plan_cancelled'
		| 'invoice_issued'
		| 'invoice_reversed'
		| 'invoice_reminder'
		| 'listing_unpaid'
		| 'invoice_data_missing'
		| 'objection_decided'
	recipient: string
	payload: Payload
}

type Words = {
	subject: string
	intro: string
	facts?: [string, string][]
	notes?: string[]
	to?: string
	button?: string
}

const dayOf = (day = ''): string => (day ? formatDate(`${day}T12:00:00Z`, HOME_ZONE) : '')
const priceOf = (cents = 0): string => formatPrice(cents)

const WORDS: Record<BillingMessage['kind'], (payload: Payload) => Words> = {
	plan_booked: ({ day, cents }) => ({
		subject: 'Ihr Team-Plan ist gebucht',
		intro: 'Sie haben den Team-Plan gebucht. Wir rechnen ihn monatlich im Voraus ab.',
		facts: [
			['Gilt ab', dayOf(day)],
			['Mit Ihrem Team von heute', `${priceOf(cents)} netto im Monat`],
		],
		notes: ['Sie können jederzeit zum Ende des Monats kündigen, mit zwei Klicks unter Abrechnung.'],
	}),
	plan_cancelled: ({ day, at }) => ({
		subject: 'Ihre Kündigung ist eingegangen',
		intro: 'wir haben Ihre Kündigung des Team-Plans erhalten. Mehr müssen Sie nicht tun.',
		facts: [
			['Eingegangen am', formatDate(at, HOME_ZONE)],
			['Der Plan endet am', dayOf(day)],
		],
		notes: ['Ihre Termine und Daten bleiben. Bis zum Ende können Sie die Kündigung unter Abrechnung zurücknehmen.'],
	}),
	invoice_issued: ({ number = '', cents, day }) => ({
		subject: `Rechnung ${number}`,
		intro: 'Ihre Rechnung von Zeitplatz ist da. Sie liegt unter Abrechnung.',
		facts: [
			['Nummer', number],
			['Zu zahlen', priceOf(cents)],
			['Bis zum', cents ? dayOf(day) : ''],
		],
	}),
	invoice_reversed: ({ number = '', reversed = '' }) => ({
		subject: `Storno der Rechnung ${reversed}`,
		intro: `wir haben die Rechnung ${reversed} storniert. Die Stornorechnung liegt unter Abrechnung.`,
		facts: [['Stornorechnung', number]],
	}),
	invoice_reminder: ({ number = '', cents, day, level = 1 }) => ({
		subject: `${level > 1 ? 'Zweite Erinnerung' : 'Erinnerung'}: Rechnung ${number}`,
		intro: 'zu dieser Rechnung ist bei uns noch nichts eingegangen. Haben Sie gerade bezahlt, ist alles gut.',
		facts: [
			['Nummer', number],
			['Offen', priceOf(cents)],
			['Fällig war sie am', dayOf(day)],
		],
		notes: [
			level > 1
				? 'Ist sie sechs Wochen nach der Fälligkeit nicht bezahlt, findet man Ihre Standorte nicht mehr. Gebuchte Termine und Ihre Daten bleiben.'
				: 'Stimmt etwas nicht? Schreiben Sie uns über die Seite Kontakt.',
		],
	}),
	listing_unpaid: ({ number = '', cents }) => ({
		subject: 'Ihre Standorte sind nicht mehr zu finden',
		intro: `die Rechnung ${number} ist seit mehr als sechs Wochen offen. Deshalb nehmen Ihre Standorte keine neuen Buchungen an.`,
		facts: [['Offen', priceOf(cents)]],
		notes: [
			'Gebuchte Termine finden statt, Kalender und Export stehen Ihnen offen. Sobald die Zahlung da ist, sind Sie wieder online.',
		],
	}),
	invoice_data_missing: () => ({
		subject: 'Für Ihre Rechnung fehlen Angaben',
		intro: 'wir können Ihnen keine Rechnung stellen, weil Anschrift oder Steuerdaten fehlen. Bitte ergänzen Sie sie.',
		notes: ['Der Betrag kommt dann auf die nächste Rechnung.'],
		to: adminPaths.taxData(),
		button: 'Angaben ergänzen',
	}),
	objection_decided: ({ granted, day, cents, note = '' }) => ({
		subject: granted ? 'Ihr Einspruch hatte Erfolg' : 'Ihr Einspruch wurde geprüft',
		intro: granted
			? 'für diesen Besuch zahlen Sie keine Provision. Steht sie schon auf einer Rechnung, ziehen wir sie von der nächsten ab.'
			: 'wir haben Ihren Einspruch geprüft. Es bleibt bei der Provision.',
		facts: [
			['Besuch vom', dayOf(day)],
			['Provision', `${priceOf(cents)} netto`],
			['Dazu von uns', note],
		],
	}),
}

/** The mail to an owner about plan, invoice or commission. */
export function composeBillingMail({ kind, recipient, payload }: BillingMessage, siteUrl: string): OutgoingMail {
	const { subject, intro, facts = [], notes = [], to, button } = WORDS[kind](payload)
	const content: MailContent = {
		title: subject,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		intro,
		facts: [['Unternehmen', payload.company], ...facts].filter(([, value]) => value) as [string, string][],
		button: { label: button ?? 'Abrechnung öffnen', url: `${siteUrl}${to ?? adminPaths.billing()}` },
		notes,
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

/** Whether a message is about billing. */
export const isBillingMessage = (message: { kind: string }): message is BillingMessage => message.kind in WORDS
