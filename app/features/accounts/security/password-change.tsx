import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { Section } from './section.tsx'
import type { SecurityReply } from './security.ts'
import styles from './security.module.css'

/** Changing the password, with the present one or a mailed code. */
export function PasswordChange({ email, answer }: { email: string; answer?: SecurityReply }) {
	const error = answer?.reply?.error
	const byCode = answer?.codeSent ?? false
	return (
		<Section id="passwort" title="Passwort" answer={answer}>
			{byCode && !answer?.reply ? (
				<Notice kind="success" role="status">
					<p>Wir haben Ihnen einen Code gesendet. Er gilt eine Stunde.</p>
				</Notice>
			) : null}
			<Form method="post" noValidate className={styles.form} preventScrollReset>
				{/* For password managers. */}
				<input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
				{byCode ? (
					<>
						<input type="hidden" name="by" value="code" />
						<TextField
							{...fieldOf(answer?.reply, 'code')}
							label="Code aus der E-Mail"
							inputMode="numeric"
							autoComplete="one-time-code"
							maxLength={7}
						/>
					</>
				) : (
					<PasswordField
						label="Bisheriges Passwort"
						name="current"
						autoComplete="current-password"
						error={error?.current?.[0]}
					/>
				)}
				<PasswordField
					label="Neues Passwort"
					autoComplete="new-password"
					hint="Mindestens 8 Zeichen"
					error={error?.password?.[0]}
				/>
				<div className={styles.actions}>
					<Button kind="secondary" name="intent" value="password">
						Passwort ändern
					</Button>
				</div>
			</Form>
			{byCode ? null : (
				<Form method="post" className={styles.quiet} preventScrollReset>
					<Button kind="plain" name="intent" value="password-code">
						Passwort vergessen? Code per E-Mail
					</Button>
				</Form>
			)}
		</Section>
	)
}
