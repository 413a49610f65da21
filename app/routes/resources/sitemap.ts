import { countLocationSitemaps } from '#app/features/catalogue/sitemap.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { sitemapIndex, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

/** The list of all sitemaps. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	const services = context.get(servicesContext)
	const files = await countLocationSitemaps(services)
	const locations = Array.from(
		{ length: files },
		(_, index) => `/locations-sitemap.xml${index ? `?page=${index + 1}` : ''}`,
	)
	const names = ['/pages-sitemap.xml', '/categories-sitemap.xml', '/events-sitemap.xml', ...locations]
	return xmlResponse(sitemapIndex(names.map((name) => ({ address: `${services.siteUrl}${name}` }))))
}
