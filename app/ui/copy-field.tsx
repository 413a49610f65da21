import { useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { TextField } from './text-field.tsx'

/** A text to take along: it is selected when focused, and copied with a button where there is a script. */
export function CopyField({ label, hint, text }: { label: string; hint?: string; text: string }) {
	const [copied, setCopied] = useState<boolean>()
	const name = useId()
	return (
		<div className={styles.copy}>
			<TextField
				label={label}
				hint={hint}
				name={name}
				defaultValue={text}
				readOnly
				onFocus={({ currentTarget }) => currentTarget.select()}
			/>
			<Button
				type="button"
				kind="secondary"
				aria-label={`${label} kopieren`}
				onClick={() =>
					void navigator.clipboard.writeText(text).then(
						() => setCopied(true),
						() => setCopied(false),
					)
				}
			>
				Kopieren
			</Button>
			<p role="status" className={styles.said}>
				{copied === undefined ? '' : copied ? 'Kopiert.' : 'Bitte markieren und selbst kopieren.'}
			</p>
		</div>
	)
}
