import { formatDate, formatTime, zoneSuffix } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { priceText } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

const KINDS = ['offer_received', 'offers_digest', 'offer_expiring', 'order_still_wanted'] as const

/** What `internal.mail_offers` puts into a message (supabase/schemas/75_orders/67_telling.sql). */
export type OffersMessage = {
	id: string
	kind: (typeof KINDS)[number]
	recipient: string
	payload: {
		order_id: string
		/** Empty where this recipient must not be told it. */
		name: string
		/** Empty for trades under § 203 StGB. */
		category: string
		offers: {
			/** Null where it must not be named. */
			business: string | null
			price_cents: number
			expires_at: string
			time_zone: string
			starts: string[]
		}[]
	}
}

export function isOffersMessage(message: { kind: string }): message is OffersMessage {
	return KINDS.some((kind) => kind === message.kind)
}

const moment = (at: string, zone: string): string =>
	`${formatDate(at, zone)}, ${formatTime(at, zone)} Uhr${zoneSuffix(at, zone)}`

/** A mail about offers on a search order. @param secret opens the order */
export function composeOffers(
	{ kind, recipient, payload }: OffersMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { offers, category } = payload
	const [first] = offers
	const order = category ? `Ihr Suchauftrag: ${category}` : 'Ihr Suchauftrag'
	const count = offers.length === 1 ? 'ein neues Angebot' : `${offers.length} neue Angebote`
	const words = {
		offer_received: {
			subject: `Erstes Angebot da. ${order}`,
			title: 'Ihr erstes Angebot ist da',
			intro: 'ein Betrieb hat auf Ihren Suchauftrag geantwortet und hält seine Zeiten für Sie frei.',
		},
		offers_digest: {
			subject: `${count.charAt(0).toUpperCase()}${count.slice(1)}. ${order}`,
			title: offers.length === 1 ? 'Ein neues Angebot' : `${offers.length} neue Angebote`,
			intro: `für Ihren Suchauftrag ${offers.length === 1 ? 'ist' : 'sind'} ${count} gekommen. Auf der Seite sehen Sie alle nebeneinander.`,
		},
		offer_expiring: {
			subject: `Nur noch bis ${first ? `${formatTime(first.expires_at, first.time_zone)} Uhr` : 'heute'}. ${order}`,
			title: 'Ihr letztes Angebot endet bald',
			intro: 'danach ist keine Zeit mehr für Sie reserviert. Passt es nicht, müssen Sie nichts tun.',
		},
		order_still_wanted: {
			subject: `Noch aktuell? ${order}`,
			title: 'Gilt Ihr Suchauftrag noch?',
			intro:
				'seit einem Tag liegen Angebote für Sie bereit. Sehen Sie sie an, und Ihr Suchauftrag läuft weiter. Hören wir bis morgen nichts, schließen wir ihn, damit die Betriebe ihre Zeiten zurückbekommen.',
		},
	}[kind]
	const facts = offers.flatMap(({ business, price_cents, expires_at, time_zone, starts }): [string, string][] => [
		[
			business ?? 'Angebot',
			[
				...starts.map((start) => moment(start, time_zone)),
				priceText(price_cents),
				`reserviert bis ${moment(expires_at, time_zone)}`,
			].join('\n'),
		],
	])
	const content: MailContent = {
		title: words.title,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		intro: words.intro,
		facts,
		button: {
			label: kind === 'order_still_wanted' ? 'Ja, Angebote ansehen' : 'Angebote vergleichen',
			url: `${siteUrl}${paths.request(payload.order_id, secret)}`,
		},
		notes: [
			'Gebucht ist erst, wenn Sie ein Angebot annehmen. Auf derselben Seite ziehen Sie den Suchauftrag zurück.',
			'Wer diesen Link hat, kann für Sie annehmen. Zum Zeigen gibt es dort einen eigenen Link.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject: words.subject, html: mailHtml(content), text: mailText(content) }
}
