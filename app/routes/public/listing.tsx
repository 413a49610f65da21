import { ListingCard } from '#app/features/catalogue/listing-card.tsx'
import { ListingHead } from '#app/features/listing/head.tsx'
import { existingListing, loadListing } from '#app/features/listing/listing.queries.server.ts'
import { Listing } from '#app/features/listing/listing.tsx'
import { servicesContext, shows } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listing.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	const { id } = await existingListing(client, params.id, url)
	const allReviews = url.searchParams.get('bewertungen') === 'alle'
	const data = await loadListing({ client, services: context.get(servicesContext), id, now: new Date(), allReviews })
	shows(context, [{ id }, ...data.similar])
	return data
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function ListingPage({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<ListingHead data={loaderData} />
			<Listing
				data={loaderData}
				similar={loaderData.similar.map((card) => (
					<ListingCard key={card.id} card={card} upright />
				))}
			/>
		</>
	)
}
