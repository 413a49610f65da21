import { useSearchParams } from 'react-router'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { Devices } from '../devices.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordChange } from './password-change.tsx'
import type { SecurityReply } from './security.ts'
import type { SecurityData } from './security.queries.server.ts'
import styles from './security.module.css'
import { TwoFactor } from './two-factor.tsx'

type Props = {
	security: SecurityData
	answer?: SecurityReply
	/** The page that shows these sections, to come back to from other services. */
	path: string
}

const SAVED: Record<string, string> = {
	passwort: 'Ihr Passwort ist geändert. Andere Geräte sind abgemeldet.',
	faktor: 'Ihre Zwei-Faktor-Anmeldung ist geändert.',
	passkey: 'Ihre Passkeys sind geändert.',
	dienst: 'Ihre Anmeldedienste sind geändert.',
	geraete: 'Das Gerät ist abgemeldet.',
}

/** How an account is kept safe: password, second factor, passkeys, services, devices. For any page of a signed-in person. */
export function Security({ security, answer, path }: Props) {
	const [query] = useSearchParams()
	const saved = answer ? undefined : SAVED[query.get('gespeichert') ?? '']
	return (
		<div className={styles.sections}>
			{answer ? null : <Failure message={security.failure} />}
			{saved ? (
				<Notice kind="success" role="status">
					<p>{saved}</p>
				</Notice>
			) : null}
			<PasswordChange email={security.email} answer={answerTo(answer, 'password')} />
			<TwoFactor security={security} answer={answerTo(answer, 'two-factor', 'codes')} />
			{security.passkeys ? <Passkeys passkeys={security.passkeys} answer={answerTo(answer, 'passkeys')} /> : null}
			<Identities security={security} answer={answerTo(answer, 'identities')} path={path} />
			<Devices devices={security.devices} />
		</div>
	)
}

const answerTo = (answer: SecurityReply | undefined, ...forms: string[]): SecurityReply | undefined =>
	answer && forms.includes(answer.form) ? answer : undefined
