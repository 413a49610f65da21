import { type Role, ROLE_NAMES, ROLE_WORDS } from '#app/features/members/members.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

// An invitation has no location, so times are in German time.

/** What `internal.mail_invitation` puts into a message (supabase/schemas/80_messages/80_invitations.sql). */
export type InvitationMessage = {
	id: string
	kind: 'member_invited'
	recipient: string
	payload: {
		invitation_id: string
		role: Role
		invited_by: string
		expires_at: string
		company: { name: string; legal_name: string; street: string; postal_code: string; city: string; email: string }
	}
}

/** The mail that invites into a company. */
export function composeInvitation(
	{ recipient, payload }: InvitationMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const { company, role, invited_by } = payload
	const content: MailContent = {
		title: `${company.name} lädt Sie ein`,
		greeting: 'Guten Tag,',
		intro: `${invited_by} möchte, dass Sie bei ${company.name} auf Zeitplatz mitarbeiten.`,
		facts: [
			['Unternehmen', company.name],
			['Ihre Rolle', `${ROLE_NAMES[role]}\n${ROLE_WORDS[role]}`],
			['Für', recipient],
			['Gültig bis', `${formatDate(payload.expires_at, HOME_ZONE)}, ${formatTime(payload.expires_at, HOME_ZONE)} Uhr`],
		],
		button: { label: 'Einladung ansehen', url: `${siteUrl}${paths.invitation(secret)}` },
		notes: [
			'Noch kein Konto? Das legen Sie hinter diesem Link in einer Minute an.',
			'Sie kennen den Absender nicht? Dann können Sie diese Nachricht ignorieren: Ohne Ihr Zutun geschieht nichts.',
		],
		footer: [
			company.legal_name || company.name,
			[company.street, `${company.postal_code} ${company.city}`].filter((part) => part.trim()).join(', '),
			'Gesendet über Zeitplatz',
		].filter(Boolean),
	}
	return {
		to: recipient,
		subject: `${company.name} lädt Sie zur Mitarbeit ein`,
		html: mailHtml(content),
		text: mailText(content),
		...(company.email ? { replyTo: company.email } : {}),
	}
}
