import { useMemo } from 'react'
import { Results } from '#app/features/catalogue/results.tsx'
import { CatalogueHead } from '#app/features/catalogue/head.tsx'
import { loadCatalogue } from '#app/features/catalogue/page.server.ts'
import { keptIds } from '#app/features/favourites/favourites.server.ts'
import { noteSearch, servicesContext, shows } from '#app/lib/context.server.ts'
import { readPageData } from '#app/lib/page-data.ts'
import { pageData } from '#app/lib/page-data.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { KeptPlaces } from '#app/ui/kept-places.ts'
import type { Route } from './+types/listings.ts'

// One page for /listings, /katalog, /katalog/:city, /katalog/:city/:category and /categories/:category.
export async function loader({ request, context, url, params }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const services = context.get(servicesContext)
	const { data, wanted } = await loadCatalogue({ client, services, url, params, now: new Date() })
	if (wanted) noteSearch(context, request, wanted)
	const others = data.alternatives?.groups.flatMap((group) => group.cards) ?? []
	const hosts = data.events.map(({ place: id }) => ({ id }))
	shows(context, [...data.results.cards, ...others, ...hosts])
	return pageData({ request, context }, { data, kept: await keptIds(client, user) })
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Listings({ loaderData }: Route.ComponentProps) {
	const { data, kept } = useMemo(() => readPageData(loaderData), [loaderData])
	return (
		<>
			<CatalogueHead data={data} />
			<KeptPlaces value={kept}>
				<Results data={data} />
			</KeptPlaces>
		</>
	)
}
