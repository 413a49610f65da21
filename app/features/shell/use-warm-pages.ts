import { use, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

/** Milliseconds from showing a page until the files of other pages are fetched. */
const QUIET = 2000
/** So many at a time, and the pause in between: all at once would take several frames from whoever drags. */
const AT_ONCE = 8
const PAUSE = 50

/**
 * Fetches, once the page is quiet, the files of the admin pages that it links to. When such a file is missing, the router reloads the
 * whole page; without a connection, the page and everything typed into it would be lost.
 */
export function useWarmPages(): void {
	const manifest = use(FrameworkContext)?.manifest
	useEffect(() => {
		let timer = setTimeout(() => {
			const files = Object.values(manifest?.routes ?? {}).flatMap((route) =>
				route?.id.startsWith('routes/admin/') ? [route.module, ...(route.imports ?? [])] : [],
			)
			const there = [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))
			const missing = [...new Set(files)].filter((href) => !there.includes(href))
			const fetchSome = (): void => {
				const some = missing.splice(0, AT_ONCE)
				document.head.append(
					...some.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
				)
				if (missing.length > 0) timer = setTimeout(fetchSome, PAUSE)
			}
			fetchSome()
		}, QUIET)
		return () => clearTimeout(timer)
	}, [manifest])
}
