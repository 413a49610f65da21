import { deviceName } from '#app/features/accounts/device.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

// An account has no location, so times are in German time.

/** What `internal.mail_account` puts into a message (supabase/schemas/85_accounts/10_account_mails.sql). Instants are ISO 8601. */
export type AccountMessage = {
	id: string
	recipient: string
	payload: { name: string; at: string; user_agent?: string; due_at?: string; company?: string }
	kind:
		| 'account_new_sign_in'
		| 'account_password_changed'
		| 'account_deletion_requested'
		| 'account_deletion_blocked'
		| 'account_deleted'
		| 'company_closed'
}

type Words = Pick<MailContent, 'title' | 'intro' | 'facts' | 'notes'> & { subject: string; button?: [string, string] }

const moment = (instant: string): string => `${formatDate(instant, HOME_ZONE)}, ${formatTime(instant, HOME_ZONE)} Uhr`

const WORDS: Record<AccountMessage['kind'], (payload: AccountMessage['payload'], recipient: string) => Words> = {
	account_new_sign_in: ({ at, user_agent }) => ({
		subject: 'Neue Anmeldung in Ihrem Konto',
		title: 'Neue Anmeldung',
		intro: 'in Ihrem Konto hat sich ein Gerät angemeldet, das wir noch nicht kennen.',
		facts: [
			['Gerät', deviceName(user_agent ?? '')],
			['Wann', moment(at)],
		],
		button: ['Angemeldete Geräte ansehen', paths.profileSecurity()],
		notes: [
			'Waren Sie das? Dann ist alles in Ordnung.',
			'Waren Sie es nicht, ändern Sie bitte gleich Ihr Passwort und melden Sie alle Geräte ab.',
		],
	}),
	account_password_changed: ({ at }) => ({
		subject: 'Ihr Passwort wurde geändert',
		title: 'Passwort geändert',
		intro: 'das Passwort Ihres Kontos ist neu. Andere Geräte sind abgemeldet.',
		facts: [['Wann', moment(at)]],
		button: ['Neues Passwort anfordern', paths.recovery()],
		notes: ['Waren Sie das? Dann ist alles in Ordnung. Wenn nicht, fordern Sie bitte gleich ein neues Passwort an.'],
	}),
	account_deletion_requested: ({ at, due_at }) => ({
		subject: 'Ihr Konto wird gelöscht',
		title: 'Ihr Konto wird gelöscht',
		intro: 'Sie möchten Ihr Konto bei Zeitplatz löschen. Bis zu diesem Tag können Sie es sich anders überlegen.',
		facts: [
			['Gewünscht am', moment(at)],
			['Gelöscht wird am', due_at ? moment(due_at) : ''],
		],
		button: ['Konto behalten', paths.profileAccount()],
		notes: [
			'Kommende Termine bleiben gebucht. Absagen können Sie sie mit dem Link in der E-Mail zur Buchung.',
			'Haben Sie das nicht gewünscht? Dann melden Sie sich bitte an, behalten Sie das Konto und ändern Sie Ihr Passwort.',
		],
	}),
	account_deletion_blocked: ({ company }) => ({
		subject: 'Ihr Konto kann noch nicht gelöscht werden',
		title: 'Noch nicht gelöscht',
		intro: `heute sollte Ihr Konto gelöscht werden. ${company ?? 'Ihr Unternehmen'} hätte dann aber niemanden mehr in der Inhaberrolle.`,
		button: ['Unternehmen übergeben', adminPaths.members()],
		notes: [
			'Übergeben oder schließen Sie das Unternehmen bitte zuerst. Wir versuchen es von nun an jeden Tag und löschen Ihr Konto, sobald es geht.',
			'Möchten Sie Ihr Konto doch behalten, können Sie das in Ihrem Profil sagen.',
		],
	}),
	company_closed: ({ company, due_at }) => ({
		subject: `${company ?? 'Ihr Unternehmen'} ist geschlossen`,
		title: 'Ihr Unternehmen ist geschlossen',
		intro: `${company ?? 'Ihr Unternehmen'} ist auf Zeitplatz nicht mehr zu finden und nicht mehr buchbar.`,
		facts: [['Daten werden gelöscht am', due_at ? moment(due_at) : '']],
		button: ['Daten mitnehmen', adminPaths.transfer()],
		notes: [
			'Bis dahin können alle Inhaber:innen die Daten als Datei mitnehmen oder das Unternehmen in den Einstellungen wieder öffnen.',
		],
	}),
	account_deleted: (_payload, recipient) => ({
		subject: 'Ihr Konto ist gelöscht',
		title: 'Ihr Konto ist gelöscht',
		intro: 'wie gewünscht haben wir Ihr Konto und die Angaben darin gelöscht.',
		facts: [['Konto', recipient]],
		notes: ['Bei Terminen, die noch kommen, wird Ihr Name am Tag danach entfernt. Danke, dass Sie da waren.'],
	}),
}

/** The mail about something that has happened to an account. */
export function composeAccountMail({ kind, recipient, payload }: AccountMessage, siteUrl: string): OutgoingMail {
	const { subject, button, ...words } = WORDS[kind](payload, recipient)
	const content: MailContent = {
		...words,
		greeting: payload.name ? `Guten Tag ${payload.name},` : 'Guten Tag,',
		...(button ? { button: { label: button[0], url: siteUrl + button[1] } } : {}),
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

/** Whether a message is about an account. */
export const isAccountMessage = (message: { kind: string }): message is AccountMessage => message.kind in WORDS
