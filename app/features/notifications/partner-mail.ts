import { reasonOf, shownCode } from '#app/features/partners/words.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

type Payload = {
	name: string
	code: string
	referred_at?: string
	reward_cents?: number
	reason?: string
	/** What an operator wrote. */
	note?: string
}

/** What `internal.tell_partner` puts into a message (supabase/schemas/88_partners); the business is not named. */
export type PartnerMessage = {
	id: string
	kind: 'referral_earned' | 'referral_rejected' | 'referral_paid' | 'partner_suspended'
	recipient: string
	payload: Payload
}

type Words = { subject: string; intro: string; notes: string[] }

const WORDS: Record<PartnerMessage['kind'], (payload: Payload) => Words> = {
	referral_earned: ({ reward_cents = 0 }) => ({
		subject: `Sie haben ${formatPrice(reward_cents)} verdient`,
		intro: 'ein Unternehmen, das Sie empfohlen haben, ist gut angekommen. Die Belohnung ist verdient.',
		notes: [
			'Unternehmen mit Rechnungen von uns ziehen wir sie von der nächsten ab. Sonst zahlen wir von Hand aus und schreiben Ihnen in den nächsten Tagen, was wir dafür brauchen.',
			'Nach Ihrem Passwort oder einer TAN fragen wir nie.',
		],
	}),
	referral_rejected: ({ reason = '' }) => ({
		subject: 'Eine Empfehlung zählt nicht',
		intro: 'eine Ihrer Empfehlungen können wir nicht anerkennen.',
		notes: [
			reasonOf(reason),
			'Halten Sie das für falsch? Schreiben Sie uns über die Seite Kontakt, und ein Mensch prüft es.',
		],
	}),
	referral_paid: ({ reward_cents = 0 }) => ({
		subject: `${formatPrice(reward_cents)} sind unterwegs`,
		intro: 'Ihre Belohnung ist ausgezahlt oder gutgeschrieben. Danke fürs Empfehlen.',
		notes: [],
	}),
	partner_suspended: () => ({
		subject: 'Ihre Teilnahme am Partnerprogramm ist gesperrt',
		intro: 'wir haben Ihre Teilnahme gesperrt. Neue Empfehlungen zählen nicht, und es entstehen keine Belohnungen.',
		notes: ['Halten Sie das für falsch? Schreiben Sie uns über die Seite Kontakt, und ein Mensch prüft es.'],
	}),
}

/** The mail to a partner about a referral, or about a suspension. */
export function composePartnerMail({ kind, recipient, payload }: PartnerMessage, siteUrl: string): OutgoingMail {
	const { subject, intro, notes } = WORDS[kind](payload)
	const facts: [string, string][] = [
		['Ihr Code', shownCode(payload.code)],
		['Empfohlen am', payload.referred_at ? formatDate(payload.referred_at, HOME_ZONE) : ''],
		['Dazu von uns', payload.note ?? ''],
	]
	const content: MailContent = {
		title: subject,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		intro,
		facts: facts.filter(([, value]) => value),
		button: { label: 'Meine Empfehlungen ansehen', url: `${siteUrl}${paths.profilePartners()}` },
		notes: notes.filter(Boolean),
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

/** Whether a message is for a partner. */
export const isPartnerMessage = (message: { kind: string }): message is PartnerMessage => message.kind in WORDS
