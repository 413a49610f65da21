import { use, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

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
