import { formatDate, formatTime, zoneSuffix } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { priceText } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

const KINDS = ['waitlist_joined', 'waitlist_offer', 'waitlist_missed', 'alert_found'] as const

/** What `internal.mail_order` puts into a message about a place on a waiting list or an alert (supabase/schemas/75_orders/80_order_mails.sql). */
export type WaitingMessage = {
	id: string
	kind: (typeof KINDS)[number]
	recipient: string
	payload: {
		order_id: string
		/** Empty where this recipient must not be told it. */
		name: string
		/** Category, place, business and services are empty for trades under § 203 StGB. */
		category: string
		place: string
		business?: string | null
		services: string[]
		time_zone: string
		expires_at: string
		/** When the appointment is now that moves to the time that is found. */
		replaces?: string | null
		/** Times that are kept for this customer. */
		offers?: { price_cents: number; expires_at: string; starts: string[] }[]
		/** A time that is kept for nobody: whoever books first has it. */
		free?: string
		/** What an alert has found. */
		starts?: { business: string | null; service: string; starts_at: string; time_zone: string }[]
	}
}

export function isWaitingMessage(message: { kind: string }): message is WaitingMessage {
	return KINDS.some((kind) => kind === message.kind)
}

const moment = (at: string, zone: string): string =>
	`${formatDate(at, zone)}, ${formatTime(at, zone)} Uhr${zoneSuffix(at, zone)}`

type Words = { subject: string; title: string; intro: string; button: string; facts: [string, string][] }

/** A mail to somebody who waits for a time at one location, or around a place. @param secret opens their page */
export function composeWaiting(
	{ kind, recipient, payload }: WaitingMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const words = { waitlist_joined: joined, waitlist_offer: offered, waitlist_missed: missed, alert_found: found }[kind](
		payload,
	)
	const content: MailContent = {
		title: words.title,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		intro: words.intro,
		facts: words.facts.filter(([, value]) => value),
		button: { label: words.button, url: `${siteUrl}${paths.request(payload.order_id, secret)}` },
		notes: [
			kind === 'alert_found'
				? 'Auf derselben Seite beenden Sie die Benachrichtigung.'
				: 'Auf derselben Seite ändern Sie Ihre Zeiten oder geben den Platz auf. Wer diesen Link hat, kann das auch.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject: words.subject, html: mailHtml(content), text: mailText(content) }
}

const list = ({ business }: WaitingMessage['payload']): string =>
	business ? `Warteliste bei ${business}` : 'Ihr Platz auf der Warteliste'

const basics = ({ services, business }: WaitingMessage['payload']): [string, string][] => [
	['Wofür', services.filter(Boolean).join(', ')],
	['Wo', business ?? ''],
]

function joined(payload: WaitingMessage['payload']): Words {
	const { replaces, time_zone, expires_at } = payload
	return {
		subject: `Eingetragen: ${list(payload)}`,
		title: 'Sie stehen auf der Warteliste',
		intro: replaces
			? 'wird eine frühere Zeit frei, halten wir sie für Sie und schreiben Ihnen. Ihr Termin bleibt, bis Sie zusagen.'
			: 'wird eine Ihrer Zeiten frei, halten wir sie für Sie und schreiben Ihnen. Gebucht ist erst, wenn Sie zusagen.',
		button: 'Platz ansehen',
		facts: [
			...basics(payload),
			['Ihr Termin jetzt', replaces ? moment(replaces, time_zone) : ''],
			['Gilt bis', moment(expires_at, time_zone)],
		],
	}
}

function offered(payload: WaitingMessage['payload']): Words {
	const { replaces, time_zone: zone, offers = [], free } = payload
	const [offer] = offers
	const now: [string, string] = ['Ihr Termin jetzt', replaces ? moment(replaces, zone) : '']
	if (!offer) {
		const at = free ? moment(free, zone) : ''
		return {
			subject: `Gerade frei${at ? `: ${at}` : ''}. ${list(payload)}`,
			title: 'Eine Ihrer Zeiten ist frei',
			intro: 'sie ist so bald, dass wir sie für niemanden zurückhalten: Wer zuerst bucht, hat sie. Ihr Platz bleibt.',
			button: 'Ansehen und buchen',
			facts: [...basics(payload), ['Frei', at], now],
		}
	}
	const until = moment(offer.expires_at, zone)
	return {
		subject: `Für Sie frei bis ${formatTime(offer.expires_at, zone)} Uhr. ${list(payload)}`,
		title: offer.starts.length === 1 ? 'Eine Zeit ist für Sie frei' : 'Diese Zeiten sind für Sie frei',
		intro: replaces
			? `bis ${until} halten wir sie nur für Sie. Sagen Sie zu, zieht Ihr Termin um, und Ihre alte Zeit wird frei. Passt sie nicht, behalten Sie Termin und Platz.`
			: `bis ${until} halten wir sie nur für Sie; danach bekommt sie die nächste Person. Passt sie nicht, behalten Sie Ihren Platz.`,
		button: 'Ansehen und zusagen',
		facts: [
			...basics(payload),
			['Frei', offer.starts.map((start) => moment(start, zone)).join('\n')],
			['Gesamtpreis', priceText(offer.price_cents)],
			['Reserviert bis', until],
			now,
		],
	}
}

function missed(payload: WaitingMessage['payload']): Words {
	return {
		subject: `Pause: ${list(payload)}`,
		title: 'Wir machen eine Pause',
		intro:
			'drei Zeiten blieben ohne Antwort. Damit sie nicht leer bleiben, fragen wir Sie erst wieder, wenn Sie es möchten. Ihren Platz behalten Sie.',
		button: 'Weiter warten',
		facts: [...basics(payload), ['Gilt bis', moment(payload.expires_at, payload.time_zone)]],
	}
}

function found({ category, place, starts = [] }: WaitingMessage['payload']): Words {
	const one = starts.length === 1
	return {
		subject: `${one ? 'Ein freier Termin' : `${starts.length} freie Termine`}${category ? `: ${category}${place ? ` in ${place}` : ''}` : ' für Sie'}`,
		title: one ? 'Ein Termin ist frei' : 'Diese Termine sind frei',
		intro: 'das passt zu dem, wonach Sie gesucht haben. Wir halten nichts zurück: Wer zuerst bucht, hat die Zeit.',
		button: 'Ansehen und buchen',
		facts: starts.map(({ business, service, starts_at, time_zone }) => [
			business ?? 'Frei',
			[moment(starts_at, time_zone), service].filter(Boolean).join('\n'),
		]),
	}
}
