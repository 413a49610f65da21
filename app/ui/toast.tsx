import { type ReactNode, useEffect, useState } from 'react'
import styles from './toast.module.css'

type Props = {
	children: ReactNode
	onEnd: () => void
	/** Takes back what is said; the page says beside it how that went. */
	onUndo?: () => void
}

/** A notification that leaves after five seconds, unless the pointer or the focus is on it. Whoever shows it says the words in a `role="status"` too. */
export function Toast({ children, onEnd, onUndo }: Props) {
	const [kept, setKept] = useState(false)
	useEffect(() => {
		if (kept) return undefined
		const timer = setTimeout(onEnd, 5000)
		return () => clearTimeout(timer)
	}, [kept, onEnd])
	return (
		<div
			className={styles.toast}
			onPointerEnter={() => setKept(true)}
			onPointerLeave={() => setKept(false)}
			onFocus={() => setKept(true)}
			onBlur={() => setKept(false)}
		>
			<span>{children}</span>
			{onUndo ? (
				<button type="button" onClick={onUndo}>
					Rückgängig
				</button>
			) : null}
			<button type="button" onClick={onEnd} aria-label="Hinweis schließen">
				×
			</button>
		</div>
	)
}
