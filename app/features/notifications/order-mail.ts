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
		/** Older messages are about orders. */
		wish?: 'order' | 'waitlist' | 'alert'
		/** Whose waiting list it is, where it may be named. */
		business?: string | null
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
	const { order_id: id, name, category, place, radius_km, expires_at: until, wish = 'order', business } = payload
	const ends = `${formatDate(until, HOME_ZONE)}, ${formatTime(until, HOME_ZONE)} Uhr`
	const what = category ? `Ihr Suchauftrag: ${category}` : 'Ihr Suchauftrag'
	const waits = wish === 'order' ? undefined : waitingWords(wish, kind, { id, secret, siteUrl, business, category })
	const words =
		waits ??
		{
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
		['Wo', wish === 'waitlist' ? (business ?? '') : place ? `${place}, ${radius_km} km Umkreis` : ''],
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

/** The same of a place on a waiting list and of an alert; `order_open` is sent for neither. */
function waitingWords(
	wish: 'waitlist' | 'alert',
	kind: OrderMessage['kind'],
	to: { id: string; secret: string; siteUrl: string; business?: string | null; category: string },
) {
	const list = wish === 'waitlist'
	const what = list
		? `Warteliste${to.business ? ` bei ${to.business}` : ''}`
		: `Benachrichtigung${to.category ? `: ${to.category}` : ''}`
	if (kind === 'order_confirm') {
		return {
			subject: `Bitte bestätigen: ${what}`,
			title: list ? 'Möchten Sie auf die Warteliste?' : 'Sollen wir Ihnen Bescheid sagen?',
			intro: list
				? 'jemand hat Sie mit dieser Adresse eingetragen. Ihr Platz zählt erst, wenn Sie ihn bestätigen; sonst löschen wir ihn nach zwei Tagen.'
				: 'jemand möchte mit dieser Adresse erfahren, wenn ein Termin frei wird. Wir schreiben erst, wenn Sie bestätigen; sonst löschen wir die Anfrage nach zwei Tagen.',
			button: { label: 'Ansehen und bestätigen', url: `${to.siteUrl}${paths.confirmOrder(to.id, to.secret)}` },
			notes: ['Das waren Sie nicht? Dann tun Sie nichts.'],
			until: 'Bestätigen bis',
		}
	}
	return {
		subject: `Abgelaufen: ${what}`,
		title: list ? 'Ihr Platz auf der Warteliste ist abgelaufen' : 'Ihre Benachrichtigung ist abgelaufen',
		intro: 'es fand sich keine passende Zeit. Mit neuen Zeiten können Sie verlängern.',
		button: { label: 'Ansehen und verlängern', url: `${to.siteUrl}${paths.request(to.id, to.secret)}` },
		notes: ['Tun Sie nichts, löschen wir Ihre Angaben 30 Tage nach dem Ende.'],
		until: 'Lief bis',
	}
}
