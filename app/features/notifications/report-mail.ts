import {
	GROUNDS,
	type Ground,
	monthText,
	type TargetKind,
	TARGETS,
	visitText,
} from '#app/features/content-reports/targets.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `report_content` puts into a message (supabase/schemas/87_platform/10_content_reports.sql); words that could be misused are empty. */
export type ReportMessage = {
	id: string
	kind: 'report_received'
	recipient: string
	payload: {
		reported_at: string
		kind: TargetKind
		url: string
		ground: Ground
		name: string
		explanation: string
		/** Of a review that is said to be nobody's who was there. */
		visit?: string | null
	}
}

/** The receipt for a report (Art. 16 (4) of Regulation (EU) 2022/2065). */
export function composeReportReceipt({ recipient, payload }: ReportMessage, siteUrl: string): OutgoingMail {
	const { reported_at: at, kind, url, ground, name, explanation } = payload
	const facts: [string, string][] = [
		['Eingegangen', `${formatDate(at, HOME_ZONE)}, ${formatTime(at, HOME_ZONE)} Uhr`],
		['Gemeldet', TARGETS[kind]],
		['Seite', `${siteUrl}${url}`],
		['Grund', GROUNDS[ground]],
		['Name', name],
		['Beschreibung', explanation],
	]
	const content: MailContent = {
		title: 'Ihre Meldung ist eingegangen',
		greeting: 'Guten Tag,',
		intro: 'mit dieser E-Mail-Adresse wurde auf Zeitplatz etwas gemeldet. Wir bestätigen den Eingang:',
		facts: facts.filter(([, value]) => value),
		notes: [
			...(payload.visit ? [visitText(monthText(payload.visit))] : []),
			'Ein Mensch sieht sich das an, in der Regel innerhalb von 24 Stunden. Unsere Entscheidung mit ihren Gründen senden wir an diese Adresse.',
			'Kommt diese Meldung nicht von Ihnen? Dann müssen Sie nichts tun.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	const subject = 'Eingangsbestätigung: Ihre Meldung'
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}
