import { Link, useSearchParams } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Reminds people whose account has no password, passkey or linked service that only a mail could open it again. */
export function PasswordMissing() {
	return (
		<Notice kind="warning" role="status">
			<p>
				Sie haben noch kein Passwort, mit dem Sie sich wieder anmelden können.{' '}
				<Link to={`${paths.recovery()}?neu=passwort`}>Passwort festlegen</Link>
			</p>
		</Notice>
	)
}

/** Says on the page that follows that the password is saved (`recovery.server.ts` leads there). */
export function PasswordSaved() {
	const [query] = useSearchParams()
	return query.get('passwort') === 'gespeichert' ? (
		<Notice kind="success" role="status">
			<p>Ihr Passwort ist gespeichert.</p>
		</Notice>
	) : null
}
