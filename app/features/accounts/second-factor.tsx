import type { ClipboardEvent } from 'react'
import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './auth-card.module.css'
import type { SecurityReply } from './security/security.ts'
import { useCeremony } from './security/use-ceremony.ts'

type Key = { id: string; name: string }
type Props = { email: string; app: boolean; keys: Key[]; codes: boolean; answer?: SecurityReply }

/** The step after the password for accounts with a second factor. */
export function SecondFactor({ email, app, keys, codes, answer }: Props) {
	return (
		<>
			<h1>Zweiter Schritt</h1>
			<p className={styles.lead}>
				Sie melden sich als <strong>{email}</strong> an.
			</p>
			{answer?.failure ? (
				<Notice kind="danger" role="alert">
					<p>{answer.failure}</p>
				</Notice>
			) : null}
			{app ? <AppCode answer={answer?.form === 'code' ? answer : undefined} /> : null}
			{keys.map((each) => (
				<ShowKey key={each.id} {...each} />
			))}
			{codes ? <RecoveryCode answer={answer?.form === 'recovery' ? answer : undefined} /> : null}
			<Form method="post" action={paths.logout()} className={styles.more}>
				<Button kind="plain">Mit einem anderen Konto anmelden</Button>
			</Form>
		</>
	)
}

function AppCode({ answer }: { answer?: SecurityReply }) {
	return (
		<Form method="post" noValidate className={styles.form}>
			<TextField
				{...fieldOf(answer?.reply, 'code')}
				className={styles.code}
				label="Code aus Ihrer Authenticator-App"
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={7}
				onPaste={takeCode}
			/>
			<Button wide name="intent" value="code">
				Anmelden
			</Button>
		</Form>
	)
}

/** Takes the six digits out of whatever was copied. */
function takeCode(event: ClipboardEvent<HTMLInputElement>): void {
	const code = event.clipboardData.getData('text').replaceAll(/\D/g, '')
	if (code.length !== 6) return
	event.preventDefault()
	event.currentTarget.value = code
}

function ShowKey({ id, name }: Key) {
	const { supported, Form: KeyForm, busy, failure, begin } = useCeremony('key')
	return (
		<KeyForm method="post" className={styles.form} onSubmit={begin}>
			<Failure message={failure} />
			<input type="hidden" name="factor" value={id} />
			{supported === false ? (
				<p className={styles.lead}>Für „{name}“ braucht es einen neueren Browser.</p>
			) : (
				<Button wide kind="secondary" name="intent" value="key-start" data-ready={supported === true} disabled={busy}>
					Mit „{name}“ anmelden
				</Button>
			)}
			<noscript>
				<p className={styles.lead}>Für „{name}“ braucht es JavaScript.</p>
			</noscript>
		</KeyForm>
	)
}

function RecoveryCode({ answer }: { answer?: SecurityReply }) {
	return (
		<details className={styles.other} open={answer !== undefined}>
			<summary>Ich habe mein Gerät nicht zur Hand</summary>
			<Form method="post" noValidate className={styles.form}>
				<TextField
					{...fieldOf(answer?.reply, 'recovery')}
					label="Notfallcode"
					hint="Einer der Codes, die Sie beim Einrichten gesichert haben. Er gilt einmal."
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={40}
				/>
				<Button wide kind="secondary" name="intent" value="recovery">
					Mit Notfallcode anmelden
				</Button>
			</Form>
		</details>
	)
}
