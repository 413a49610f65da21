import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './check-field.module.css'

type Props = {
	id: string
	name: string
	value?: string
	checked?: boolean
	error?: string
	/** A wish, not something that has to be agreed to. */
	optional?: boolean
	children: ReactNode
}

/** A statement to agree to, with its box in front and its error below; wired for screen readers. */
export function CheckField({ id, name, value, checked, error, optional, children }: Props) {
	return (
		<div className={styles.check}>
			<input
				type="checkbox"
				id={id}
				name={name}
				value={value}
				defaultChecked={checked}
				required={!optional}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${id}-error` : undefined}
			/>
			<label htmlFor={id}>{children}</label>
			{error ? (
				<FieldError id={`${id}-error`} className={styles.error}>
					{error}
				</FieldError>
			) : null}
		</div>
	)
}
