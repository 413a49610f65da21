import { servicesContext } from '#app/lib/context.server.ts'
import type { Route } from './+types/robots.ts'

const CLOSED = [
	'/admin',
	'/auth/',
	'/booking',
	'/abmelden/',
	'/profile',
	'/request/',
	'/review/',
	'/listings/*/booking',
	'/theme',
	'/ort',
]

/** Lets crawlers read all pages except those that belong to a person. */
export function loader({ context }: Route.LoaderArgs): Response {
	const lines = [
		'User-agent: *',
		...CLOSED.map((path) => `Disallow: ${path}`),
		'',
		`Sitemap: ${context.get(servicesContext).siteUrl}/sitemap.xml`,
		'',
	]
	return new Response(lines.join('\n'), {
		headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
	})
}
