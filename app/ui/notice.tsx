import type { ReactNode } from 'react'
import { takesFocus } from './use-answer-focus.ts'
import styles from './notice.module.css'

type Props = {
	kind?: 'info' | 'success' | 'warning' | 'danger'
	title?: string
	children?: ReactNode
	/** `alert` is read out at once, `status` at the next pause. */
	role?: 'alert' | 'status'
	id?: string
}

/** A boxed message: what happened and what to do next. */
export function Notice({ kind = 'info', title, children, role, id }: Props) {
	return (
		<div className={`${styles.notice} ${styles[kind]}`} role={role} id={id} {...(role ? takesFocus : {})}>
			{title ? <p className={styles.title}>{title}</p> : null}
			{children}
		</div>
	)
}

/** An error message, read out at once; renders nothing without a message. */
export function Failure({ message }: { message?: string | null }) {
	if (!message) return null
	return (
		<Notice kind="danger" role="alert">
			<p>{message}</p>
		</Notice>
	)
}
