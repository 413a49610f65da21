import { NoListings } from '#app/features/catalogue/no-listings.tsx'
import { loadNoListings } from '#app/features/catalogue/home.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listings-not-found.ts'

export function loader({ context }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	return loadNoListings(client, context.get(servicesContext), new Date())
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function ListingsNotFound({ loaderData }: Route.ComponentProps) {
	return <NoListings data={loaderData} />
}
