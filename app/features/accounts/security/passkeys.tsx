import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { AddKey } from './add-key.tsx'
import { Section } from './section.tsx'
import type { Passkey, SecurityReply } from './security.ts'
import styles from './security.module.css'

type Props = { passkeys: Passkey[]; answer?: SecurityReply }

/** Passkeys: signing in with finger, face or device PIN in place of a password. */
export function Passkeys({ passkeys, answer }: Props) {
	return (
		<Section
			id="passkeys"
			title="Passkeys"
			answer={answer}
			lead="Melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts."
		>
			{passkeys.length > 0 ? (
				<ul className={styles.list}>
					{passkeys.map((passkey) => (
						<Row key={passkey.id} {...passkey} />
					))}
				</ul>
			) : null}
			<AddKey kind="passkey" label="Passkey hinzufügen" named />
		</Section>
	)
}

function Row({ id, name, since, used }: Passkey) {
	return (
		<li>
			<span>
				<strong>{name}</strong>
				<span className={styles.soft}>
					angelegt am {since}
					{used ? `, zuletzt benutzt am ${used}` : ''}
				</span>
				<details className={styles.rename}>
					<summary aria-label={`${name} umbenennen`}>Umbenennen</summary>
					<Form method="post" className={styles.inline} preventScrollReset>
						<input type="hidden" name="passkey" value={id} />
						<TextField name="name" label="Neuer Name" defaultValue={name} maxLength={60} />
						<Button kind="secondary" name="intent" value="passkey-rename">
							Speichern
						</Button>
					</Form>
				</details>
			</span>
			<Form method="post" preventScrollReset>
				<input type="hidden" name="passkey" value={id} />
				<Button kind="plain" name="intent" value="passkey-remove" aria-label={`${name} entfernen`}>
					Entfernen
				</Button>
			</Form>
		</li>
	)
}
