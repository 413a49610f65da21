import { bookingNumber } from '#app/features/booking/number.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `declare_withdrawal` puts into a message (supabase/schemas/85_accounts/30_withdrawals.sql); words that could be misused are empty. */
export type WithdrawalMessage = {
	id: string
	kind: 'withdrawal_received'
	recipient: string
	payload: { declared_at: string; name: string; number: string; statement: string }
}

/** The receipt for a declaration to which no contract was found. */
export function composeWithdrawal({ recipient, payload }: WithdrawalMessage, siteUrl: string): OutgoingMail {
	const { declared_at: at, name, number, statement } = payload
	const facts: [string, string][] = [
		['Eingegangen', `${formatDate(at, HOME_ZONE)}, ${formatTime(at, HOME_ZONE)} Uhr`],
		['Name', name],
		['E-Mail', recipient],
		['Buchungsnummer', bookingNumber(number)],
		['Mitteilung', statement],
	]
	const content: MailContent = {
		title: 'Ihr Widerruf ist eingegangen',
		greeting: 'Guten Tag,',
		intro: 'mit dieser E-Mail-Adresse wurde auf Zeitplatz ein Widerruf erklärt. Wir bestätigen den Eingang:',
		facts: facts.filter(([, value]) => value),
		notes: [
			'Zu diesen Angaben haben wir keinen Vertrag gefunden, der noch widerrufen werden kann. Bitte vergleichen Sie E-Mail-Adresse und Buchungsnummer mit Ihrer Bestätigung.',
			'Kommt diese Nachricht nicht von Ihnen? Dann müssen Sie nichts tun.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return {
		to: recipient,
		subject: 'Eingangsbestätigung: Ihr Widerruf',
		html: mailHtml(content),
		text: mailText(content),
	}
}
