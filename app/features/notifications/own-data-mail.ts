import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `request_own_data` puts into a message (supabase/schemas/85_accounts/75_own_data.sql). */
export type DataLinkMessage = {
	id: string
	kind: 'own_data_link'
	recipient: string
	payload: { link_id: string; expires_at: string }
}

/** What `internal.mail_demand` puts into one (supabase/schemas/57_customers/87_erasure_demands.sql). */
export type ErasureMessage = {
	id: string
	kind: 'erasure_answered'
	recipient: string
	payload: { erased: boolean; reason: string; business: string }
}

/** The link to one's own data; whoever owns the address gets the same mail whether anything is known of it or not. */
export function composeDataLink(
	{ recipient, payload }: DataLinkMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { link_id, expires_at: until } = payload
	return mailOf(recipient, 'Ihr Link zu Ihren Daten', {
		title: 'Ihre Daten ansehen',
		greeting: 'Guten Tag,',
		intro: 'mit diesem Link sehen Sie, was auf Zeitplatz zu Ihrer E-Mail-Adresse gespeichert ist.',
		facts: [['Gültig bis', `${formatDate(until, HOME_ZONE)}, ${formatTime(until, HOME_ZONE)} Uhr`]],
		button: { label: 'Weiter zu meinen Daten', url: `${siteUrl}${paths.ownDataLink(link_id, secret)}` },
		notes: [
			'Der Link öffnet einmal. Dort laden Sie alles herunter oder verlangen die Löschung.',
			'Haben Sie das nicht angefordert? Dann tun Sie nichts: Ohne diesen Link sieht niemand etwas.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	})
}

/** What a business has decided about a demand to erase. */
export function composeErasureAnswer({ recipient, payload }: ErasureMessage, siteUrl: string): OutgoingMail {
	const { erased, reason, business } = payload
	return mailOf(recipient, erased ? `${business} hat Ihre Daten gelöscht` : `${business} löscht Ihre Daten nicht`, {
		title: erased ? 'Ihre Daten sind gelöscht' : 'Ihre Daten bleiben',
		greeting: 'Guten Tag,',
		intro: erased
			? `wie gewünscht hat ${business} Ihre Kundenkarte gelöscht. Vergangene Termine stehen dort ohne Ihren Namen.`
			: `${business} hat Ihren Wunsch geprüft, die Kundenkarte zu löschen, und kommt ihm nicht nach.`,
		facts: erased || !reason ? [] : [['Grund', reason]],
		notes: erased
			? []
			: [
					'Sind Sie nicht einverstanden, wenden Sie sich an das Unternehmen oder an eine Aufsichtsbehörde für den Datenschutz (Art. 77 DSGVO).',
				],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	})
}

function mailOf(to: string, subject: string, content: MailContent): OutgoingMail {
	return { to, subject, html: mailHtml(content), text: mailText(content) }
}
