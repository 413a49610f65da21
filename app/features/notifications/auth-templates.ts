import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml } from './mail-layout.ts'

type Template = Omit<MailContent, 'footer' | 'button'> & {
	subject: string
	/** The button's label, the page that it opens and the type of token to verify there. */
	link?: [label: string, page: string, type: string]
}

const NOT_YOU = 'Sie haben das nicht veranlasst? Dann können Sie diese Nachricht ignorieren.'
const CODE = { label: 'Oder geben Sie diesen Code ein:', digits: '{{ .Token }}' }

// One for each mail of the auth service, by hosted's names. Placeholders in {{ }} are filled in when the mail is sent.
const TEMPLATES: Record<string, Template> = {
	confirmation: {
		subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
		title: 'E-Mail-Adresse bestätigen',
		intro: 'Willkommen bei Zeitplatz. Bitte bestätigen Sie Ihre Adresse, dann ist Ihr Konto bereit.',
		link: ['Adresse bestätigen', paths.confirmSignup(), 'signup'],
		code: CODE,
		notes: ['Link und Code gelten eine Stunde.', NOT_YOU],
	},
	recovery: {
		subject: 'Neues Passwort für Zeitplatz',
		title: 'Neues Passwort wählen',
		intro: 'Für Ihr Konto wurde ein neues Passwort angefordert. Mit diesem Link wählen Sie es.',
		link: ['Neues Passwort wählen', paths.confirm(), 'recovery'],
		notes: ['Der Link gilt eine Stunde.', `${NOT_YOU} Ihr bisheriges Passwort gilt dann weiter.`],
	},
	magic_link: {
		subject: 'Ihr Link zum Anmelden',
		title: 'Bei Zeitplatz anmelden',
		intro: 'Mit diesem Link melden Sie sich ohne Passwort an.',
		link: ['Jetzt anmelden', paths.confirm(), 'magiclink'],
		notes: ['Der Link gilt eine Stunde und nur einmal.', NOT_YOU],
	},
	invite: {
		subject: 'Ihre Einladung zu Zeitplatz',
		title: 'Sie sind eingeladen',
		intro: 'Sie wurden eingeladen, ein Konto bei Zeitplatz zu eröffnen. Mit diesem Link nehmen Sie an.',
		link: ['Einladung annehmen', paths.confirm(), 'invite'],
		notes: ['Der Link gilt eine Stunde.', 'Sie kennen den Absender nicht? Dann können Sie diese Nachricht ignorieren.'],
	},
	// Goes to both mailboxes; both must agree.
	email_change: {
		subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
		title: 'Änderung der E-Mail-Adresse',
		intro: 'Ihr Konto soll eine andere Adresse bekommen. Das gilt, sobald beide Postfächer zugestimmt haben.',
		facts: [
			['Bisher', '{{ .Email }}'],
			['Künftig', '{{ .NewEmail }}'],
		],
		link: ['Änderung bestätigen', paths.confirm(), 'email_change'],
		notes: [
			'Der Link gilt eine Stunde, in dem Browser, in dem Sie angemeldet sind.',
			`${NOT_YOU} Es bleibt dann bei der bisherigen Adresse.`,
		],
	},
	reauthentication: {
		subject: 'Ihr Sicherheitscode',
		title: 'Ihr Sicherheitscode',
		intro: 'Geben Sie diesen Code ein, um Ihr Passwort zu ändern.',
		code: { label: 'Code', digits: '{{ .Token }}' },
		notes: ['Der Code gilt eine Stunde. Geben Sie ihn an niemanden weiter; wir fragen nie danach.', NOT_YOU],
	},
}

/** The mails of the auth service as files for its folder of templates, in the design of all our mails: name and content. */
export function authTemplates(): [file: string, content: string][] {
	return Object.entries(TEMPLATES).map(([name, { subject, link, ...content }]) => {
		const [label, page, type] = link ?? []
		const url = `{{ .SiteURL }}${page}?token_hash={{ .TokenHash }}&type=${type}`
		const html = mailHtml({
			...content,
			...(label ? { button: { label, url } } : {}),
			footer: ['Diese Nachricht wurde automatisch von {{ .SiteURL }} gesendet.'],
		})
		const lines = html.replaceAll(/^[\t ]+/gm, '').replaceAll(/\n+/g, '\n')
		return [`${name}.html`, `<!-- subject: ${subject} -->\n${lines}\n`]
	})
}
