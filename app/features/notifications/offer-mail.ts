import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

const KINDS = ['offer_accepted', 'offer_declined', 'offer_lapsed'] as const

/** What `internal.tell_sender` puts into a message (supabase/schemas/80_messages/49_offer_mails.sql). */
export type OfferMessage = {
	id: string
	kind: (typeof KINDS)[number]
	recipient: string
	payload: {
		offer_id: string
		order_id: string
		/** Empty where a mail must not name what was looked for. */
		title: string
		location: string
		time_zone: string
		price_cents: number
		appointment_id: string | null
		/** What was booked, else the first time that was offered. */
		starts_at: string | null
	}
}

export function isOfferMessage(message: { kind: string }): message is OfferMessage {
	return KINDS.some((kind) => kind === message.kind)
}

/** A mail to the member who has sent an offer: what has become of it. */
export function composeOfferMail({ kind, recipient, payload }: OfferMessage, siteUrl: string): OutgoingMail {
	const { title, location, time_zone: zone, starts_at: start, appointment_id: appointment } = payload
	const what = title ? `„${title}“` : 'einen Suchauftrag'
	const words = {
		offer_accepted: {
			subject: `Angenommen: Ihr Angebot für ${what}`,
			title: 'Ihr Angebot ist angenommen',
			intro:
				'der Termin ist fest gebucht und steht in Ihrem Kalender. Ihre anderen angebotenen Zeiten sind wieder frei.',
			time: 'Termin',
		},
		offer_declined: {
			subject: `Nicht angenommen: Ihr Angebot für ${what}`,
			title: 'Ihr Angebot wurde nicht angenommen',
			intro: 'die Zeiten sind wieder frei, und Sie müssen nichts weiter tun.',
			time: 'Angeboten ab',
		},
		offer_lapsed: {
			subject: `Abgelaufen: Ihr Angebot für ${what}`,
			title: 'Ihr Angebot ist ohne Antwort abgelaufen',
			intro: 'die Zeiten sind wieder frei. Solange der Suchauftrag offen ist, können Sie ein neues Angebot senden.',
			time: 'Angeboten ab',
		},
	}[kind]
	const url =
		kind === 'offer_accepted' && appointment
			? adminPaths.appointment(appointment)
			: adminPaths.offers({ ansicht: kind === 'offer_accepted' ? 'angenommen' : 'gesendet' })
	const facts: [string, string][] = [
		['Gesucht', title],
		[words.time, start ? `${formatDate(start, zone)}, ${formatTime(start, zone)} Uhr` : ''],
		['Gesamtpreis', formatPrice(payload.price_cents)],
		['Standort', location],
	]
	const content: MailContent = {
		...{ title: words.title, greeting: 'Guten Tag,', intro: words.intro },
		facts: facts.filter(([, value]) => value),
		button: { label: kind === 'offer_accepted' ? 'Termin ansehen' : 'Angebote ansehen', url: `${siteUrl}${url}` },
		notes: ['Wovon Sie E-Mails bekommen, stellen Sie in Ihrem Profil unter „Benachrichtigungen“ ein.'],
		footer: [location, 'Gesendet über Zeitplatz'],
	}
	return { to: recipient, subject: words.subject, html: mailHtml(content), text: mailText(content) }
}
