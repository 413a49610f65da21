import { use, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

/** Milliseconds from showing a page until the files of other pages are fetched. */
const QUIET = 2000

/**
 * Fetches, once the page is quiet, the files of the admin pages that it links to. When such a file is missing, the router reloads the
 * whole page; without a connection, the page and everything typed into it would be lost.
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
