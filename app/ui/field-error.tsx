import type { ReactNode } from 'react'
import styles from './field-error.module.css'

/** The error of a field, one sentence; `id` is for the field's `aria-describedby`. */
export function FieldError({ id, className, children }: { id?: string; className?: string; children: ReactNode }) {
	return (
		<p id={id} className={`${styles.error} ${className ?? ''}`}>
			{children}
		</p>
	)
}
