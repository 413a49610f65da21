import { eventEntries } from '#app/features/catalogue/group-events.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { urlSet, xmlResponse } from '#app/lib/sitemap.ts'
import type { Route } from './+types/sitemap-events.ts'

/** The group events that can still be booked. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	return xmlResponse(urlSet(await eventEntries(context.get(servicesContext))))
}
