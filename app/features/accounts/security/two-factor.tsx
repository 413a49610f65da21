import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { AddKey } from './add-key.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'
import { grouped, type SecurityReply } from './security.ts'
import type { SecurityData } from './security.queries.server.ts'
import styles from './security.module.css'

type Props = {
	security: Pick<SecurityData, 'email' | 'factors' | 'codesLeft'>
	answer?: SecurityReply
}

/** The second factor: apps and security keys, recovery codes, and setting up the first or another one. */
export function TwoFactor({ security, answer }: Props) {
	const { factors, codesLeft, email } = security
	return (
		<Section
			id="zwei-faktor"
			title="Zwei-Faktor-Anmeldung"
			answer={answer}
			lead={
				factors.length > 0
					? 'Aktiv: Nach dem Passwort fragen wir nach einem Code oder Ihrem Sicherheitsschlüssel.'
					: 'Schützt Ihr Konto auch dann, wenn jemand Ihr Passwort kennt. Beim Einrichten werden Ihre anderen Geräte abgemeldet.'
			}
		>
			{answer?.codes ? <RecoveryCodes codes={answer.codes} email={email} /> : null}
			{factors.length > 0 ? (
				<ul className={styles.list}>
					{factors.map(({ id, name, since }) => (
						<li key={id}>
							<span>
								<strong>{name}</strong>
								<span className={styles.soft}>eingerichtet am {since}</span>
							</span>
							<Form method="post" preventScrollReset>
								<input type="hidden" name="factor" value={id} />
								<Button kind="plain" name="intent" value="factor-remove" aria-label={`${name} entfernen`}>
									Entfernen
								</Button>
							</Form>
						</li>
					))}
					<CodesLeft left={codesLeft} />
				</ul>
			) : null}
			{answer?.enrolling ? <Enrolling {...answer.enrolling} /> : <Setup another={factors.length > 0} />}
		</Section>
	)
}

function CodesLeft({ left }: { left: number | null }) {
	const words = left === null ? 'noch keine' : left === 1 ? 'noch 1 Code' : `noch ${left} Codes`
	return (
		<li>
			<span>
				<strong>Notfallcodes</strong>
				<span className={styles.soft}>{words}, falls das Gerät einmal fehlt</span>
			</span>
			<Form method="post" preventScrollReset>
				<Button kind="plain" name="intent" value="codes-renew">
					{left === null ? 'Erzeugen' : 'Erneuern'}
				</Button>
			</Form>
		</li>
	)
}

function Setup({ another }: { another: boolean }) {
	return (
		<div className={styles.actions}>
			<Form method="post" preventScrollReset>
				<Button kind="secondary" name="intent" value="totp-start">
					{another ? 'Weitere App hinzufügen' : 'Mit Authenticator-App einrichten'}
				</Button>
			</Form>
			<AddKey kind="key" label="Sicherheitsschlüssel hinzufügen" />
		</div>
	)
}

function Enrolling({ factor, secret, qr }: NonNullable<SecurityReply['enrolling']>) {
	return (
		<div className={styles.enrolling}>
			<Notice>
				<ol className={styles.steps}>
					<li>Öffnen Sie eine Authenticator-App, zum Beispiel auf Ihrem Telefon.</li>
					<li>Scannen Sie das Bild, oder geben Sie den Schlüssel von Hand ein.</li>
					<li>Tragen Sie den sechsstelligen Code ein, den die App zeigt.</li>
				</ol>
			</Notice>
			<div className={styles.scan}>
				<img src={qr} alt="QR-Code für die Authenticator-App" width={208} height={208} />
				<p>
					<span className={styles.soft}>Schlüssel für die Eingabe von Hand</span>
					<code className={styles.secret}>{grouped(secret)}</code>
				</p>
			</div>
			<Form method="post" noValidate className={styles.form} preventScrollReset>
				<input type="hidden" name="factor" value={factor} />
				<input type="hidden" name="secret" value={secret} />
				<TextField
					name="code"
					label="Code aus der App"
					className={styles.code}
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={7}
				/>
				<div className={styles.actions}>
					<Button name="intent" value="totp-finish">
						Code prüfen und einschalten
					</Button>
				</div>
			</Form>
		</div>
	)
}
