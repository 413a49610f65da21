import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './security.module.css'
import { useCeremony } from './use-ceremony.ts'

type Props = {
	/** A security key as second factor, or a passkey that signs in alone. */
	kind: 'key' | 'passkey'
	label: string
	/** Asks for a name first. */
	named?: boolean
}

/** The button that adds a security key or passkey. */
export function AddKey({ kind, label, named = false }: Props) {
	const [name, setName] = useState('')
	const { supported, Form, busy, failure, begin } = useCeremony(kind, { name })
	if (supported === false) return null
	return (
		<Form method="post" className={styles.add} data-ready={supported === true} onSubmit={begin}>
			<Failure message={failure} />
			{named ? (
				<TextField
					name="name"
					label="Name des Passkeys"
					hint="Zum Beispiel „Telefon“ oder „Laptop“"
					maxLength={60}
					optional
					value={name}
					onChange={(event) => setName(event.currentTarget.value)}
				/>
			) : null}
			<Button kind="secondary" name="intent" value={`${kind}-start`} disabled={busy}>
				{label}
			</Button>
		</Form>
	)
}
