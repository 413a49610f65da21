import type { MiddlewareFunction } from 'react-router'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { isClosedInDemo } from './demo.ts'

/** In the demo some pages are closed, and no page belongs into a search engine. The database refuses the same by itself (97_sandboxes). */
export const demoMiddleware: MiddlewareFunction<Response> = async ({ context, url, pattern }, next) => {
	const { user } = sessionOf(context)
	if (!user || !isDemoAddress(user.email)) return next()
	if (isClosedInDemo(url.pathname, pattern)) return redirect(paths.demoLimits())
	const response = await next()
	response.headers.set('x-robots-tag', 'noindex')
	return response
}
