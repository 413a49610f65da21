import { useId, useState, useSyncExternalStore } from 'react'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './auth-card.module.css'
import { STRENGTH_WORDS, strengthOf } from './password-strength.ts'

type Props = {
	label?: string
	name?: string
	hint?: string
	error?: string
	autoComplete: 'current-password' | 'new-password'
}

const neverChanges = () => () => undefined

/**
 * A password field with a switch that shows the password and, for a new password without `error`, its strength; both need JavaScript.
 * Their line takes up space from the start, so that the button below does not move during a click.
 */
export function PasswordField({ label = 'Passwort', name = 'password', hint, error, autoComplete }: Props) {
	const ready = useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
	const [shown, setShown] = useState(false)
	const [typed, setTyped] = useState('')
	const meter = useId()
	const strength = strengthOf(typed)
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
				onChange={autoComplete === 'new-password' ? (event) => setTyped(event.currentTarget.value) : undefined}
			/>
			<div className={styles.below} data-ready={ready}>
				{typed && !error ? (
					<span className={styles.strength} data-strength={strength}>
						<meter aria-labelledby={meter} min={0} max={4} value={strength + 1} />
						<span id={meter} role="status">
							{STRENGTH_WORDS[strength]}
						</span>
					</span>
				) : null}
				<button type="button" className={styles.toggle} aria-pressed={shown} onClick={() => setShown(!shown)}>
					{shown ? 'Verbergen' : 'Anzeigen'}
				</button>
			</div>
		</div>
	)
}
