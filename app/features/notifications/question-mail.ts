import type { OutgoingMail } from '#app/lib/mail.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `internal.mail_question` and `internal.mail_answer` put into a message (supabase/schemas/80_messages/58_question_mails.sql). */
export type QuestionMessage = { id: string; kind: 'question'; recipient: string } & (
	| {
			audience: 'customer'
			payload: {
				order_id: string
				name: string
				/** Empty for trades under § 203 StGB; then there are no questions either. */
				category: string
				/** The name is null, and the words are empty, where a mail must not say them. */
				questions: { business: string | null; words: string }[]
			}
	  }
	| {
			audience: 'business'
			payload: { order_id: string; location_id: string; location: string; title: string; words: string[] }
	  }
)

/** What businesses ask about a search order, for its customer. @param secret opens the order */
export function composeQuestions(
	{ recipient, payload }: QuestionMessage & { audience: 'customer' },
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { order_id: order, name, category, questions } = payload
	const many = questions.length > 1
	const content: MailContent = {
		title: many ? 'Betriebe fragen nach' : 'Ein Betrieb fragt nach',
		greeting: name ? `Guten Tag ${name},` : 'Guten Tag,',
		intro: `zu Ihrem Suchauftrag ${many ? 'gibt es Fragen' : 'gibt es eine Frage'}. Mit Ihrer Antwort bekommen Sie ein genaueres Angebot.`,
		facts: questions.map(({ business, words }): [string, string] => [
			business ?? 'Ein Betrieb',
			words || 'hat gefragt',
		]),
		button: { label: 'Ansehen und antworten', url: `${siteUrl}${paths.request(order, secret)}#fragen` },
		notes: [
			'Ihren Namen und Ihre Adresse sieht der Betrieb weiterhin nicht.',
			'Wer diesen Link hat, kann für Sie antworten und annehmen.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	const subject = `${many ? 'Fragen' : 'Eine Frage'} zu Ihrem Suchauftrag${category ? `: ${category}` : ''}`
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

/** What the customer has answered, for the member who asked. */
export function composeAnswer(
	{ recipient, payload }: QuestionMessage & { audience: 'business' },
	siteUrl: string,
): OutgoingMail {
	const { order_id: order, location_id, location, title, words } = payload
	const facts: [string, string][] = [
		['Antwort', words.join('\n\n')],
		['Gesucht', title],
		['Standort', location],
	]
	const content: MailContent = {
		title: 'Antwort auf Ihre Frage',
		greeting: 'Guten Tag,',
		intro: 'auf Ihre Frage zu einem Suchauftrag ist eine Antwort gekommen.',
		facts: facts.filter(([, value]) => value),
		button: {
			label: 'Ansehen und anbieten',
			url: `${siteUrl}${adminPaths.offerTo(order, { standort: location_id })}#fragen`,
		},
		notes: ['Wovon Sie E-Mails bekommen, stellen Sie in Ihrem Profil unter „Benachrichtigungen“ ein.'],
		footer: [location, 'Gesendet über Zeitplatz'],
	}
	const subject = `Antwort auf Ihre Frage${title ? ` zu „${title}“` : ''}`
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}
