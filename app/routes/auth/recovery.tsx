import { Form, Link } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { readRecovery, recover } from '#app/features/accounts/recovery.server.ts'
import { fieldOf, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/recovery.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => readRecovery(context, url)

export const action = ({ context, request }: Route.ActionArgs) => recover(context, request)

/** Forgotten password: first the mail, then the new password, with the session from the mail's link. */
export default function RecoveryPage({ loaderData, actionData }: Route.ComponentProps) {
	const reply = actionData?.reply
	const message = formMessage(reply)
	const form = useAnswerFocus<HTMLFormElement>(actionData)
	const { choosing, first, elsewhere, home } = loaderData
	const late = actionData && 'late' in actionData && actionData.late
	const title = choosing ? (first ? 'Passwort festlegen' : 'Neues Passwort wählen') : 'Passwort vergessen'
	return (
		<>
			<title>{`${title} · Zeitplatz`}</title>
			<h1>{title}</h1>
			{actionData?.sent ? (
				<Notice kind="success" role="status" title="Bitte sehen Sie in Ihr Postfach">
					<p>Wenn es zu dieser Adresse ein Konto gibt, haben wir Ihnen einen Link gesendet. Er gilt eine Stunde.</p>
				</Notice>
			) : (
				<Form method="post" noValidate ref={form} className={styles.form}>
					<Failure message={message} />
					{choosing ? (
						<>
							{elsewhere ? (
								<p className={styles.lead}>
									Sie haben sich in einem anderen Browser registriert. Zu Ihrer Sicherheit legen Sie Ihr Passwort bitte
									hier noch einmal fest.
								</p>
							) : null}
							<PasswordField
								label={first ? 'Passwort' : 'Neues Passwort'}
								autoComplete="new-password"
								hint="Mindestens 8 Zeichen"
								error={reply?.error?.password?.[0]}
							/>
							<Button wide name="intent" value="password">
								Passwort speichern
							</Button>
						</>
					) : (
						<>
							<TextField
								{...fieldOf(reply, 'email')}
								label="E-Mail"
								type="email"
								autoComplete="username"
								maxLength={254}
							/>
							<Button wide>Link zusenden</Button>
						</>
					)}
				</Form>
			)}
			<p className={styles.more}>
				{late ? <Link to={paths.recovery()}>Neuen Link anfordern</Link> : null}
				{home ? (
					<Link to={home}>{choosing ? (first ? 'Später festlegen' : 'Nicht ändern') : 'Zurück'}</Link>
				) : (
					<Link to={paths.login()}>Zur Anmeldung</Link>
				)}
			</p>
		</>
	)
}
