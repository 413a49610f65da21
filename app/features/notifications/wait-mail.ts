import { eventTime, seatsText } from '#app/features/events/event.ts'
import { formatDate, formatTime, zoneSuffix } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice, taxNote } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

const KINDS = ['event_wait_confirm', 'event_waiting', 'event_seat_free', 'event_seat_open', 'event_cancelled'] as const

/** What `internal.mail_waiting` puts into a message (supabase/schemas/50_booking/89_event_offers.sql). */
export type WaitMessage = {
	id: string
	kind: (typeof KINDS)[number]
	recipient: string
	payload: {
		wait_id: string
		seats: number
		/** Name and title are empty where this recipient must not be told them. */
		name: string
		title: string
		starts_at: string
		ends_at: string
		time_zone: string
		total_cents: number
		business: string
		reply_to: string
		small_business: boolean
		/** Until when the seats are held. */
		until?: string
		reason?: string
	}
}

export function isWaitMessage(message: { kind: string }): message is WaitMessage {
	return KINDS.some((kind) => kind === message.kind)
}

/** A mail to somebody on the waiting list of an event. @param secret opens their place, the same in all their mails */
export function composeWait(
	{ kind, recipient, payload }: WaitMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { title, business, time_zone: zone, until, reason } = payload
	const what = title ? `„${title}“` : 'einen Kurs'
	const when = `${eventTime(payload, zone)}${zoneSuffix(payload.starts_at, zone)}`
	const held = until ? `${formatDate(until, zone)}, ${formatTime(until, zone)} Uhr` : ''
	const words = {
		event_wait_confirm: {
			subject: `Bitte bestätigen: Warteliste für ${what} bei ${business}`,
			title: 'Möchten Sie auf die Warteliste?',
			intro:
				'jemand hat Sie mit dieser Adresse eingetragen. Der Platz zählt erst, wenn Sie ihn innerhalb eines Tages bestätigen; sonst löschen wir ihn.',
			button: 'Ansehen und bestätigen',
		},
		event_waiting: {
			subject: `Warteliste: ${what} bei ${business}`,
			title: 'Sie stehen auf der Warteliste',
			intro:
				'wird ein Platz frei, schreiben wir Ihnen und halten ihn für Sie. Erst dann entscheiden Sie, ob Sie buchen.',
			button: 'Platz auf der Warteliste ansehen',
		},
		event_seat_free: {
			subject: `Ein Platz ist frei: ${what} bei ${business}`,
			title: payload.seats === 1 ? 'Ein Platz ist frei geworden' : `${payload.seats} Plätze sind frei geworden`,
			intro: `bis ${held} halten wir ${payload.seats === 1 ? 'ihn' : 'sie'} für Sie frei. Gebucht ist erst, wenn Sie bestätigen; danach bekommt die nächste Person das Angebot.`,
			button: 'Jetzt ansehen und buchen',
		},
		event_seat_open: {
			subject: `Für alle frei: ${what} bei ${business}`,
			title: 'Für alle frei geworden',
			intro: `für diesen Kurs ist etwas frei, das wir für niemanden mehr zurückhalten. Wer zuerst bucht, hat den Platz. Sie bleiben auf der Warteliste.`,
			button: 'Jetzt ansehen und buchen',
		},
		event_cancelled: {
			subject: `Abgesagt: ${what} bei ${business}`,
			title: 'Der Kurs findet nicht statt',
			intro: `${business} hat diesen Kurs abgesagt. Sie standen auf der Warteliste und müssen nichts weiter tun.`,
			button: undefined,
		},
	}[kind]
	const facts: [string, string][] = [
		['Kurs', title],
		['Wann', when],
		['Plätze', seatsText(payload.seats)],
		[
			'Gesamtpreis',
			kind === 'event_cancelled' ? '' : `${formatPrice(payload.total_cents)} ${taxNote(payload)}, zahlbar vor Ort`,
		],
		['Reserviert bis', held],
		['Grund', reason ?? ''],
	]
	const content: MailContent = {
		title: words.title,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		intro: words.intro,
		facts: facts.filter(([, value]) => value),
		button: words.button
			? { label: words.button, url: `${siteUrl}${paths.eventWait(payload.wait_id, secret)}` }
			: undefined,
		notes:
			kind === 'event_cancelled'
				? []
				: [
						'Auf derselben Seite nehmen Sie sich von der Warteliste. Sie haben sich nicht eingetragen? Dann tun Sie nichts.',
					],
		footer: [business, 'Gesendet über Zeitplatz'],
	}
	return {
		to: recipient,
		subject: words.subject,
		html: mailHtml(content),
		text: mailText(content),
		...(payload.reply_to ? { replyTo: payload.reply_to } : {}),
	}
}
