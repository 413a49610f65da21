import { useState, useSyncExternalStore } from 'react'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './auth-card.module.css'

type Props = {
	label?: string
	name?: string
	hint?: string
	error?: string
	autoComplete: 'current-password' | 'new-password'
}

const neverChanges = () => () => undefined

/** A password with a switch that shows it, once there is JavaScript to do so. */
export function PasswordField({ label = 'Passwort', name = 'password', hint, error, autoComplete }: Props) {
	const ready = useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
	const [shown, setShown] = useState(false)
	return (
		<div className={styles.password}>
			<TextField
				label={label}
				name={name}
				hint={hint}
				error={error}
				type={shown ? 'text' : 'password'}
				autoComplete={autoComplete}
				maxLength={72}
			/>
			{ready ? (
				<button type="button" className={styles.toggle} aria-pressed={shown} onClick={() => setShown(!shown)}>
					{shown ? 'Verbergen' : 'Anzeigen'}
				</button>
			) : null}
		</div>
	)
}
