import { type ClipboardEvent, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { fieldOf, formMessage, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './auth-card.module.css'

const WAIT_SECONDS = 60

type Props = { email: string; reply?: FormReply; sent?: boolean }

/** The step after a registration: asks for the link or code of the mail, and can send the mail again. */
export function EmailConfirmation({ email, reply, sent = false }: Props) {
	const message = formMessage(reply)
	return (
		<>
			<h1>Bitte bestätigen Sie Ihre E-Mail-Adresse</h1>
			<p className={styles.lead}>
				Wir haben Ihnen{email ? <strong> an {email}</strong> : ''} eine E-Mail gesendet. Öffnen Sie den Link darin, oder
				geben Sie hier den Code ein.
			</p>
			{sent ? (
				<Notice kind="success" role="status">
					<p>Die E-Mail ist noch einmal unterwegs. Bitte sehen Sie auch im Spam-Ordner nach.</p>
				</Notice>
			) : null}
			<Failure message={message} />
			<Form method="post" noValidate className={styles.form}>
				{email ? (
					<input type="hidden" name="email" value={email} />
				) : (
					<TextField {...fieldOf(reply, 'email')} label="E-Mail" type="email" autoComplete="email" />
				)}
				<TextField
					{...fieldOf(reply, 'code')}
					className={styles.code}
					label="Code aus der E-Mail"
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={7}
					onPaste={takeCode}
					onInput={({ currentTarget }) => {
						if (/^\d{6}$/.test(currentTarget.value)) currentTarget.form?.requestSubmit()
					}}
				/>
				<Button wide>Bestätigen</Button>
				{email ? null : <Resend />}
			</Form>
			{email ? (
				<Form method="post" className={styles.form}>
					<input type="hidden" name="email" value={email} />
					<Resend />
				</Form>
			) : null}
		</>
	)
}

/** Takes the six digits out of whatever was copied from the mail: "123 456", "Ihr Code: 123456". */
function takeCode(event: ClipboardEvent<HTMLInputElement>): void {
	const code = event.clipboardData.getData('text').replaceAll(/\D/g, '')
	if (code.length !== 6) return
	event.preventDefault()
	const field = event.currentTarget
	field.value = code
	field.form?.requestSubmit()
}

/** Lets people ask for another mail after a minute; without JavaScript the server tells them to wait. */
function Resend() {
	const [left, setLeft] = useState(0)
	useEffect(() => {
		const end = Date.now() + WAIT_SECONDS * 1000
		const tick = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
		tick()
		const timer = setInterval(tick, 1000)
		return () => clearInterval(timer)
	}, [])
	return (
		<Button kind="secondary" wide name="intent" value="resend" disabled={left > 0}>
			{left > 0 ? `E-Mail noch einmal senden (in ${left} s)` : 'E-Mail noch einmal senden'}
		</Button>
	)
}
