import { type ReactNode, useEffect, useState } from 'react'
import styles from './toast.module.css'

/** A notification that leaves after five seconds, unless the pointer or the focus is on it. */
export function Toast({ children, onEnd }: { children: ReactNode; onEnd: () => void }) {
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
			{children}
			<button type="button" onClick={onEnd} aria-label="Hinweis schließen">
				×
			</button>
		</div>
	)
}
