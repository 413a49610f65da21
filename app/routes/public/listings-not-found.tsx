import { NoListings } from '#app/features/catalogue/no-listings.tsx'
import { loadNoListings } from '#app/features/catalogue/home.queries.server.ts'
import { servicesContext, shows } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listings-not-found.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	const data = await loadNoListings(client, context.get(servicesContext), new Date())
	shows(context, data.cards)
	return data
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function ListingsNotFound({ loaderData }: Route.ComponentProps) {
	return <NoListings data={loaderData} />
}
