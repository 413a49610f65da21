import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'

const NEAR = ['focusin', 'pointerover', 'touchstart'] as const

/**
 * Fetches what looks after the page when no answer comes (trouble-watch.tsx): in the admin area at once, elsewhere as soon as somebody
 * comes near a form that is sent. When the connection is gone it would be too late.
 */
export function Trouble() {
	const { pathname } = useLocation()
	const [near, setNear] = useState(false)
	const needed = near || pathname.startsWith(adminPaths.home())
	const [found, setFound] = useState<{ Watch: ComponentType }>()
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
	return found ? <found.Watch /> : null
}
