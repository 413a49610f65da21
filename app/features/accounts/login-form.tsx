import { Form, Link, useNavigation } from 'react-router'
import { fieldOf, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, lookOf } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './auth-card.module.css'
import { PasswordField } from './password-field.tsx'
import { providerLabel, type SecurityReply } from './security/security.ts'
import { useCeremony } from './security/use-ceremony.ts'

type Props = {
	audience: 'customer' | 'company'
	/** The ways to sign in besides the password. */
	ways: { providers: string[]; passkeys: boolean; failure?: string }
	answer?: SecurityReply
}

/** Sign-in of customers or of businesses; one account serves both. */
export function LoginForm({ audience, ways, answer }: Props) {
	const busy = useNavigation().state === 'submitting'
	const company = audience === 'company'
	const reply = answer?.reply
	const message = formMessage(reply) ?? answer?.failure ?? (answer ? undefined : ways.failure)
	const form = useAnswerFocus<HTMLFormElement>(answer?.reply)
	return (
		<>
			<h1>{company ? 'Anmelden als Unternehmen' : 'Anmelden'}</h1>
			<p className={styles.lead}>
				{company
					? 'Ihr Kalender, Ihre Termine, Ihre Standorte.'
					: 'Ihre Termine auf einen Blick. Buchen geht auch ohne Konto.'}
			</p>
			<Form method="post" noValidate ref={form} className={styles.form}>
				<Failure message={message} />
				<TextField {...fieldOf(reply, 'email')} label="E-Mail" type="email" autoComplete="username" maxLength={254} />
				<PasswordField autoComplete="current-password" error={reply?.error?.password?.[0]} />
				<Button wide disabled={busy}>
					Anmelden
				</Button>
			</Form>
			{ways.passkeys ? <PasskeySignIn /> : null}
			{ways.providers.length > 0 ? (
				<div className={styles.form}>
					{ways.providers.map((provider) => (
						<a
							key={provider}
							href={paths.signInService(provider)}
							className={lookOf({ kind: 'secondary', wide: true })}
						>
							Weiter mit {providerLabel(provider)}
						</a>
					))}
				</div>
			) : null}
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

/** Signing in with finger, face or device PIN. */
function PasskeySignIn() {
	const { supported, Form: KeyForm, busy, failure, begin } = useCeremony('passkey')
	if (supported === false) return null
	// Its space is kept until it is known whether the browser can use passkeys, so that nothing below moves during a click.
	return (
		<KeyForm method="post" className={styles.form} data-ready={supported === true} onSubmit={begin}>
			<Failure message={failure} />
			<Button kind="secondary" wide name="intent" value="passkey-start" disabled={busy}>
				Mit Passkey anmelden
			</Button>
		</KeyForm>
	)
}
