import { Form, Link, useNavigation } from 'react-router'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './auth-card.module.css'
import { PasswordField } from './password-field.tsx'

type Props = { audience: 'customer' | 'company'; reply?: FormReply }

/** Sign-in of customers or of businesses; one account serves both. */
export function LoginForm({ audience, reply }: Props) {
	const busy = useNavigation().state === 'submitting'
	const company = audience === 'company'
	const message = formMessage(reply)
	return (
		<>
			<h1>{company ? 'Anmelden als Unternehmen' : 'Anmelden'}</h1>
			<p className={styles.lead}>
				{company
					? 'Ihr Kalender, Ihre Termine, Ihre Standorte.'
					: 'Ihre Termine auf einen Blick. Buchen geht auch ohne Konto.'}
			</p>
			<Form method="post" noValidate className={styles.form}>
				{message ? (
					<Notice kind="danger" role="alert">
						<p>{message}</p>
					</Notice>
				) : null}
				<TextField {...fieldOf(reply, 'email')} label="E-Mail" type="email" autoComplete="username" maxLength={254} />
				<PasswordField autoComplete="current-password" error={reply?.error?.password?.[0]} />
				<Button wide disabled={busy}>
					Anmelden
				</Button>
			</Form>
			<p className={styles.more}>
				<Link to={paths.recovery()}>Passwort vergessen</Link>
				<Link to={company ? paths.registerCompany() : paths.register()}>
					{company ? 'Unternehmen eintragen' : 'Konto anlegen'}
				</Link>
				<Link to={company ? paths.login() : paths.loginCompany()}>
					{company ? 'Ich möchte Termine buchen' : 'Ich habe ein Unternehmen'}
				</Link>
			</p>
		</>
	)
}
