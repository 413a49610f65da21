import { categoryEntries } from '#app/features/catalogue/sitemap.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { urlSet, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap-categories.ts'

/** Categories and cities that have locations. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	return xmlResponse(urlSet(await categoryEntries(context.get(servicesContext))))
}
