import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { isCutOff, troubles } from '#app/lib/trouble.ts'
import styles from './trouble.module.css'
import { useTrouble } from './use-trouble.ts'

export const NO_CONNECTION = 'Keine Verbindung'
export const STAYS_OPEN =
	'Diese Seite bleibt offen. Bitte versuchen Sie es noch einmal, sobald Sie wieder verbunden sind.'

const NEAR = ['focusin', 'pointerover', 'touchstart'] as const

/**
 * Without a connection no link is followed and no search is sent: the page stays with what was typed, and says so. Also loads the
 * script that watches for missing answers (trouble-watch.tsx), in the admin area at once, elsewhere when somebody approaches a
 * form. After the connection is lost it would be too late.
 */
export function Trouble() {
	const { pathname } = useLocation()
	const [near, setNear] = useState(false)
	const needed = near || pathname.startsWith(adminPaths.home())
	const [found, setFound] = useState<{ Watch: ComponentType }>()
	const watched = found !== undefined
	const trouble = useTrouble()
	useEffect(() => {
		if (needed) {
			import('./trouble-watch.tsx').then(
				({ TroubleWatch }) => setFound({ Watch: TroubleWatch }),
				() => setNear(false),
			)
			return undefined
		}
		const come = ({ target }: Event): void => {
			if (target instanceof Element && target.closest('form[method=post]')) setNear(true)
		}
		for (const sign of NEAR) addEventListener(sign, come, { passive: true })
		return () => {
			for (const sign of NEAR) removeEventListener(sign, come)
		}
	}, [needed])
	useEffect(() => {
		const hold = (event: Event): void => {
			if (!asks(event.target, watched) || !isCutOff()) return
			event.preventDefault()
			event.stopPropagation()
		}
		const back = (): void => {
			const now = troubles.now()
			if (now?.kind === 'offline' && !now.sent) troubles.tell(undefined)
		}
		const capture = { capture: true }
		addEventListener('click', hold, capture)
		addEventListener('submit', hold, capture)
		addEventListener('online', back)
		return () => {
			removeEventListener('click', hold, capture)
			removeEventListener('submit', hold, capture)
			removeEventListener('online', back)
		}
	}, [watched])
	if (found) return <found.Watch />
	return trouble ? (
		<div className={styles.trouble} role="alert">
			<p className={styles.title}>{NO_CONNECTION}</p>
			<p>{STAYS_OPEN}</p>
		</div>
	) : null
}

/** Whether this link or form asks the server for something on this site; forms are left to trouble-watch.tsx once that is loaded. */
function asks(target: EventTarget | null, watched: boolean): boolean {
	if (target instanceof HTMLFormElement) return target.method !== 'dialog' && !(watched && target.method === 'post')
	const link = target instanceof Element ? target.closest('a') : null
	if (!link || link.origin !== location.origin || link.target || link.download) return false
	return !link.hash || link.pathname !== location.pathname || link.search !== location.search
}
