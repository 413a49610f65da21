import { subjectLabel } from '#app/features/contact/subjects.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `open_ticket` puts into a message (supabase/schemas/86_contact/10_tickets.sql); `text` is empty where the address may be anybody's. */
export type TicketMessage = {
	id: string
	kind: 'ticket_received'
	recipient: string
	payload: { number: string; subject: string; name: string; text: string }
}

/** The receipt for a message to the operator. */
export function composeTicket({ recipient, payload }: TicketMessage, siteUrl: string): OutgoingMail {
	const { number, subject, name, text } = payload
	const facts: [string, string][] = [
		['Nummer', number],
		['Thema', subjectLabel(subject)],
		['Ihre Nachricht', text],
	]
	const content: MailContent = {
		title: 'Ihre Nachricht ist angekommen',
		greeting: name ? `Guten Tag ${name},` : 'Guten Tag,',
		intro:
			'wir haben Ihre Nachricht bekommen und antworten an diese Adresse, in der Regel innerhalb von zwei Werktagen.',
		facts: facts.filter(([, value]) => value),
		notes: [
			'Bitte nennen Sie die Nummer, wenn Sie uns dazu noch einmal schreiben.',
			'Haben Sie uns nicht geschrieben? Dann müssen Sie nichts tun.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject: `Ihre Nachricht ${number}`, html: mailHtml(content), text: mailText(content) }
}
