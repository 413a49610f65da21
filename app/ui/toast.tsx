import { type ReactNode, useEffect, useState } from 'react'
import styles from './toast.module.css'

type Props = {
	children: ReactNode
	onEnd: () => void
	/** Possible reactions; the page itself shows their result. */
	actions?: { label: string; act: () => void }[]
}

/**
 * A notification that disappears after five seconds, unless the pointer or the focus is on it; one with actions stays until it is answered
 * or closed. The page that shows it must also put its text into a `role="status"`.
 */
export function Toast({ children, onEnd, actions = [] }: Props) {
	const [kept, setKept] = useState(false)
	const stays = kept || actions.length > 0
	useEffect(() => {
		if (stays) return undefined
		const timer = setTimeout(onEnd, 5000)
		return () => clearTimeout(timer)
	}, [stays, onEnd])
	return (
		<div
			className={styles.toast}
			onPointerEnter={() => setKept(true)}
			onPointerLeave={() => setKept(false)}
			onFocus={() => setKept(true)}
			onBlur={() => setKept(false)}
		>
			<div className={styles.body}>
				<span>{children}</span>
				{actions.map(({ label, act }) => (
					<button key={label} type="button" onClick={act}>
						{label}
					</button>
				))}
			</div>
			<button type="button" onClick={onEnd} aria-label="Hinweis schließen">
				×
			</button>
		</div>
	)
}
