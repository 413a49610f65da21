import { Form, Link, useNavigation } from 'react-router'
import { type Role, ROLE_NAMES, ROLE_WORDS } from '#app/features/members/members.ts'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './auth-card.module.css'
import { PasswordField } from './password-field.tsx'
import { Consent } from './register-form.tsx'

type Facts = { company: string; email: string; role: Role; invitedBy: string; until: string; signedInAs: string }
type Step = 'accepted' | 'expired' | 'sign-in' | 'register' | 'accept' | 'other'
type Props = { invitation: { step: 'gone' } | ({ step: Step } & Facts); failure?: string; reply?: FormReply }

/** The page that the link of an invitation opens. */
export function Invitation({ invitation, failure, reply }: Props) {
	if (invitation.step === 'gone')
		return (
			<>
				<h1>Diese Einladung gibt es nicht mehr</h1>
				<p className={styles.lead}>
					Vielleicht wurde sie zurückgenommen, oder der Link ist nicht vollständig. Bitte fragen Sie die Person, die Sie
					eingeladen hat.
				</p>
			</>
		)
	if (invitation.step === 'accepted')
		return (
			<>
				<h1>Diese Einladung ist schon angenommen</h1>
				<p className={styles.lead}>
					Mit {invitation.email} kommen Sie jederzeit in den Bereich von {invitation.company}.
				</p>
				<ButtonLink to={adminPaths.dashboard()} wide>
					Zum Unternehmen
				</ButtonLink>
			</>
		)
	if (invitation.step === 'expired')
		return (
			<>
				<h1>Diese Einladung ist abgelaufen</h1>
				<p className={styles.lead}>
					Sie galt bis {invitation.until}. Bitte lassen Sie sich von {invitation.company} eine neue schicken.
				</p>
			</>
		)
	return (
		<>
			<h1>{invitation.company} lädt Sie ein</h1>
			<p className={styles.lead}>
				{invitation.invitedBy} möchte, dass Sie mitarbeiten. Ihre Rolle: <strong>{ROLE_NAMES[invitation.role]}</strong>.{' '}
				{ROLE_WORDS[invitation.role]}
			</p>
			<Failure message={failure} />
			<Answer invitation={invitation} reply={reply} />
		</>
	)
}

function Answer({ invitation, reply }: { invitation: { step: Step } & Facts; reply?: FormReply }) {
	const busy = useNavigation().state === 'submitting'
	const { step, email, signedInAs, company } = invitation
	if (step === 'register') return <Register email={email} reply={reply} busy={busy} />
	if (step === 'other')
		return (
			<Form method="post" className={styles.form}>
				<Notice kind="warning">
					<p>
						Sie sind als {signedInAs} angemeldet. Die Einladung gilt für {email}.
					</p>
				</Notice>
				<Button wide disabled={busy} name="intent" value="sign-out">
					Abmelden und mit {email} weitermachen
				</Button>
			</Form>
		)
	return (
		<Form method="post" className={styles.form}>
			{step === 'sign-in' ? <p>Zu {email} gibt es schon ein Konto. Bitte melden Sie sich damit an.</p> : null}
			<Button wide disabled={busy} name="intent" value={step}>
				{step === 'sign-in' ? 'Anmelden und fortfahren' : `Bei ${company} mitarbeiten`}
			</Button>
		</Form>
	)
}

function Register({ email, reply, busy }: { email: string; reply?: FormReply; busy: boolean }) {
	const message = formMessage(reply)
	const form = useAnswerFocus<HTMLFormElement>(reply)
	return (
		<Form method="post" noValidate ref={form} className={styles.form}>
			<Failure message={message} />
			<TextField label="E-Mail" name="email" type="email" value={email} readOnly autoComplete="username" />
			<TextField {...fieldOf(reply, 'name')} label="Ihr Name" autoComplete="name" maxLength={120} />
			<PasswordField
				label="Neues Passwort"
				autoComplete="new-password"
				hint="Mindestens 8 Zeichen"
				error={reply?.error?.password?.[0]}
			/>
			<Consent error={reply?.error?.consent?.[0]} />
			<Button wide disabled={busy} name="intent" value="register">
				Konto anlegen und mitarbeiten
			</Button>
			<p className={styles.more}>
				<Link to={paths.home()}>Nicht jetzt</Link>
			</p>
		</Form>
	)
}
