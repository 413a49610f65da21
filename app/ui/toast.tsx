import { type ReactNode, useEffect, useState } from 'react'
import styles from './toast.module.css'

type Props = {
	children: ReactNode
	onEnd: () => void
	/** What can be done about it; the page says beside it how that went. */
	actions?: { label: string; act: () => void }[]
}

/**
 * A notification that leaves after five seconds, unless the pointer or the focus is on it; one that offers something stays until it is answered or
 * closed. Whoever shows it says the words in a `role="status"` too.
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
