import { use, useEffect, useSyncExternalStore } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

const subscribe = (listener: () => void): (() => void) => {
	for (const name of ['online', 'offline']) window.addEventListener(name, listener)
	return () => {
		for (const name of ['online', 'offline']) window.removeEventListener(name, listener)
	}
}

/** Whether there is a connection at all; pages are not fetched ahead without one. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	)
}

/** Milliseconds after a page was shown until the files of the others are fetched. */
const QUIET = 2000

/**
 * Fetches the files of the pages of the admin area that links have made known, once the page is quiet. The router loads a page
 * anew as a whole when such a file is missing, which without a connection would leave nothing of the page and of what was typed.
 */
export function useWarmPages(): void {
	const manifest = use(FrameworkContext)?.manifest
	useEffect(() => {
		const timer = setTimeout(() => {
			const routes = Object.values(manifest?.routes ?? {})
			const files = routes.flatMap((route) =>
				route?.id.startsWith('routes/admin/') ? [route.module, ...(route.imports ?? [])] : [],
			)
			for (const href of new Set(files)) {
				if (document.querySelector(`link[rel=modulepreload][href="${CSS.escape(href)}"]`)) continue
				document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
			}
		}, QUIET)
		return () => clearTimeout(timer)
	}, [manifest])
}
