import { Form, Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import styles from './auth-card.module.css'
import type { UrlSessionReply } from './url-session.server.ts'

/** Asks whether to sign in as the person named in a link, or says why that is not possible. */
export function UrlSession({ failure, email = '', tokens, signedInAs }: UrlSessionReply) {
	return (
		<>
			<title>Anmelden · Zeitplatz</title>
			<h1>Anmelden</h1>
			{tokens ? (
				<Form method="post" className={styles.form}>
					<p className={styles.lead}>
						Ihr Link meldet Sie als <strong>{email}</strong> an.
					</p>
					{signedInAs && signedInAs !== email ? <p>Zurzeit sind Sie als {signedInAs} angemeldet.</p> : null}
					<p>
						Wenn das nicht Ihre Adresse ist, hat Ihnen jemand einen fremden Link geschickt: Schließen Sie dann diese
						Seite.
					</p>
					{Object.entries(tokens).map(([name, value]) => (
						<input key={name} type="hidden" name={name} value={value} />
					))}
					<Button wide name="intent" value="accept">
						Weiter als {email}
					</Button>
				</Form>
			) : (
				<>
					<Failure message={failure} />
					<p className={styles.more}>
						<Link to={paths.recovery()}>Neuen Link anfordern</Link>
						<Link to={paths.login()}>Zur Anmeldung</Link>
					</p>
				</>
			)}
		</>
	)
}
