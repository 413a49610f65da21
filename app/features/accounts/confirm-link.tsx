import { Form, Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import styles from './auth-card.module.css'

type Props = {
	token: string
	type: string
	next: string
	failure: string
	/** One of two mailboxes has confirmed a change of address. */
	half?: boolean
}

const WORDS: Record<string, { title: string; button: string }> = {
	recovery: { title: 'Neues Passwort wählen', button: 'Weiter' },
	magiclink: { title: 'Anmelden', button: 'Jetzt anmelden' },
	invite: { title: 'Einladung annehmen', button: 'Einladung annehmen' },
	email_change: { title: 'Änderung der E-Mail-Adresse', button: 'Änderung bestätigen' },
}
const SIGNUP = { title: 'E-Mail-Adresse bestätigen', button: 'Adresse bestätigen' }

const AGAIN: Record<string, () => string> = { recovery: paths.recovery, email_change: paths.profileData }

/** The page behind a mail link: one button, because mail scanners open links and must not use them up. */
export function ConfirmLink({ token, type, next, failure, half = false }: Props) {
	const words = WORDS[type] ?? SIGNUP
	return (
		<>
			<title>{`${words.title} · Zeitplatz`}</title>
			<h1>{words.title}</h1>
			{half ? (
				<>
					<Notice kind="success" role="status" title="Eine von zwei Bestätigungen ist da">
						<p>Bitte öffnen Sie jetzt den Link in der E-Mail an Ihre andere Adresse. Dann ist die Änderung fertig.</p>
					</Notice>
					<p className={styles.more}>
						<Link to={paths.profileData()}>Zu meinen Angaben</Link>
					</p>
				</>
			) : failure ? (
				<>
					<Failure message={failure} />
					<p className={styles.more}>
						<Link to={AGAIN[type]?.() ?? paths.emailConfirmation()}>Neuen Link anfordern</Link>
						<Link to={paths.login()}>Zur Anmeldung</Link>
					</p>
				</>
			) : (
				<Form method="post" className={styles.form}>
					<p className={styles.lead}>Noch ein Klick, dann geht es weiter.</p>
					<input type="hidden" name="token" value={token} />
					<input type="hidden" name="type" value={type} />
					<input type="hidden" name="next" value={next} />
					<Button wide>{words.button}</Button>
				</Form>
			)}
		</>
	)
}
