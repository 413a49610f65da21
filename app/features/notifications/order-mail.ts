import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

const KINDS = ['order_confirm', 'order_open', 'order_closed'] as const

/** What `internal.mail_order` puts into a message (supabase/schemas/75_orders/80_order_mails.sql). */
export type OrderMessage = {
	id: string
	kind: (typeof KINDS)[number]
	recipient: string
	payload: {
		order_id: string
		name: string
		/** Category and place are empty for trades that must be kept secret. */
		category: string
		place: string
		radius_km: number
		expires_at: string
	}
}

export function isOrderMessage(message: { kind: string }): message is OrderMessage {
	return KINDS.some((kind) => kind === message.kind)
}

/** A mail to the customer about their search order. @param secret opens it, a fresh one in each mail */
export function composeOrder(
	{ kind, recipient, payload }: OrderMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { order_id: id, name, category, place, radius_km, expires_at: until } = payload
	const ends = `${formatDate(until, HOME_ZONE)}, ${formatTime(until, HOME_ZONE)} Uhr`
	const what = category ? `Ihr Suchauftrag: ${category}` : 'Ihr Suchauftrag'
	const words = {
		order_confirm: {
			subject: `Bitte bestätigen: ${what}`,
			title: 'Möchten Sie diesen Suchauftrag stellen?',
			intro:
				'jemand hat mit dieser Adresse einen Suchauftrag ausgefüllt. Passende Betriebe sehen ihn erst, wenn Sie ihn bestätigen; sonst löschen wir ihn nach zwei Tagen.',
			button: { label: 'Ansehen und bestätigen', url: `${siteUrl}${paths.confirmOrder(id, secret)}` },
			notes: ['Sie haben nichts ausgefüllt? Dann tun Sie nichts.'],
			until: 'Bestätigen bis',
		},
		order_open: {
			subject: `${what} ist online`,
			title: 'Ihr Suchauftrag ist online',
			intro:
				'passende Betriebe antworten jetzt mit Zeiten, die sie für Sie frei halten. Wir schreiben Ihnen, sobald das erste Angebot da ist. Name und Adresse sieht ein Betrieb erst, wenn Sie sein Angebot annehmen.',
			button: { label: 'Suchauftrag ansehen', url: `${siteUrl}${paths.request(id, secret)}` },
			notes: ['Auf derselben Seite ändern Sie ihn oder ziehen ihn zurück. Wer diesen Link hat, kann das auch.'],
			until: 'Läuft bis',
		},
		order_closed: {
			subject: `${what} ist abgelaufen`,
			title: 'Ihr Suchauftrag ist abgelaufen',
			intro: 'es kam kein Termin zustande. Sie können ihn mit neuen Zeiten verlängern oder den Umkreis erweitern.',
			button: { label: 'Ansehen und verlängern', url: `${siteUrl}${paths.request(id, secret)}` },
			notes: ['Tun Sie nichts, löschen wir Ihre Angaben 30 Tage nach dem Ende.'],
			until: 'Lief bis',
		},
	}[kind]
	const facts: [string, string][] = [
		['Gesucht', category],
		['Wo', place ? `${place}, ${radius_km} km Umkreis` : ''],
		[words.until, ends],
	]
	const content: MailContent = {
		title: words.title,
		greeting: name ? `Guten Tag ${name},` : 'Guten Tag,',
		intro: words.intro,
		facts: facts.filter(([, value]) => value),
		button: words.button,
		notes: words.notes,
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject: words.subject, html: mailHtml(content), text: mailText(content) }
}
