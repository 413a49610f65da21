import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { troubles } from '#app/lib/trouble.ts'
import { type ButtonKind, lookOf } from './button.tsx'
import styles from './dialog.module.css'

type Props = {
	/** Text of the button that opens it. */
	label: string
	/** Heading of the dialog, if it differs from the button's text. */
	title?: string
	kind?: ButtonKind
	/** Whether a form sent from the dialog was refused; then it stays open, or is open when the page loads. */
	refused?: boolean
	/** Text and a form; the dialog closes once the form was accepted. */
	children: ReactNode
}

/**
 * A dialog in front of the page, opened by a button. Without JavaScript the button unfolds the same content in place. With it, the
 * browser blocks the page behind, closes the dialog on Escape and returns the focus.
 */
export function Dialog({ label, title = label, kind = 'secondary', refused = false, children }: Props) {
	const fold = useRef<HTMLDetailsElement>(null)
	const sheet = useRef<HTMLDialogElement>(null)
	const heading = useId()
	const { state } = useNavigation()
	const [sent, setSent] = useState(false)
	const before = useRef(state)
	const busy = sent && state !== 'idle'
	useEffect(() => {
		const answered = sent && state === 'idle' && before.current !== 'idle'
		before.current = state
		// Without an answer it stays with what was typed.
		if (answered && !refused && !troubles.now()?.sent) sheet.current?.close()
	}, [state, sent, refused])
	const open = (event: MouseEvent): void => {
		if (!fold.current || !sheet.current || fold.current.open) return
		event.preventDefault()
		fold.current.open = true
		// It is open in place, and only a closed dialog can be shown in front of everything.
		sheet.current.removeAttribute('open')
		sheet.current.showModal()
		sheet.current.querySelector<HTMLElement>('[data-dialog-title], input:not([type=hidden]), textarea')?.focus()
	}
	const close = (): void => {
		setSent(false)
		sheet.current?.setAttribute('open', '')
		if (fold.current) fold.current.open = false
	}
	return (
		<details ref={fold} className={styles.fold} open={refused || undefined}>
			{/* For the keyboard, a summary is a button. */}
			{/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
			<summary className={lookOf({ kind })} onClick={open}>
				{label}
			</summary>
			<dialog
				ref={sheet}
				open
				className={styles.dialog}
				aria-labelledby={heading}
				aria-busy={busy}
				onSubmit={({ target }) => {
					if (target instanceof HTMLFormElement && target.method === 'post') setSent(true)
				}}
				onClose={close}
				onCancel={(event) => {
					// The answer will be shown in this dialog.
					if (busy) event.preventDefault()
				}}
			>
				<div className={styles.head}>
					<h2 id={heading} tabIndex={-1} data-dialog-title>
						{title}
					</h2>
					<form method="dialog" className={styles.close}>
						<button aria-label="Schließen" disabled={busy}>
							×
						</button>
					</form>
				</div>
				{children}
			</dialog>
		</details>
	)
}
