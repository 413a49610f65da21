import { locationEntries } from '#app/features/catalogue/sitemap.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { urlSet, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap-locations.ts'

/** The published locations; `?page=2` and so on for further files. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
	const page = Number(url.searchParams.get('page') ?? 1)
	invariantResponse(Number.isInteger(page) && page >= 1 && page <= 5000)
	const entries = await locationEntries(context.get(servicesContext), page)
	invariantResponse(entries.length || page === 1)
	return xmlResponse(urlSet(entries))
}
