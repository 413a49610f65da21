import { useMemo } from 'react'
import { ListingCard } from '#app/features/catalogue/listing-card.tsx'
import { loadForTeam } from '#app/features/explain/explain.queries.server.ts'
import { TeamExplain } from '#app/features/explain/team-explain.tsx'
import { isFavourite } from '#app/features/favourites/favourites.server.ts'
import { KeepFavourite } from '#app/features/favourites/keep-favourite.tsx'
import { ListingHead } from '#app/features/listing/head.tsx'
import { loadListing } from '#app/features/listing/listing.queries.server.ts'
import { Listing } from '#app/features/listing/listing.tsx'
import { servicesContext, shows } from '#app/lib/context.server.ts'
import { readPageData } from '#app/lib/page-data.ts'
import { pageData } from '#app/lib/page-data.server.ts'
import { paths } from '#app/lib/paths.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/listing.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const data = await loadListing({
		...{ client, services: context.get(servicesContext), key: params.id, url, now: new Date(), stranger: !user },
		allReviews: url.searchParams.get('bewertungen') === 'alle',
	})
	shows(context, [data, ...data.similar])
	const [team, kept] = await Promise.all([
		loadForTeam(client, user, data, url.searchParams),
		isFavourite(client, user, data.id),
	])
	const favourite = { kept: kept || url.searchParams.has('gemerkt'), told: url.searchParams.has('gemerkt') }
	return pageData({ request, context }, { data, team, favourite })
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function ListingPage({ loaderData }: Route.ComponentProps) {
	const { data, team, favourite } = useMemo(() => readPageData(loaderData), [loaderData])
	return (
		<>
			<ListingHead data={data} />
			<Listing
				data={data}
				keep={<KeepFavourite location={data.id} back={paths.listing(data.slug, data.from)} {...favourite} />}
				similar={data.similar.map((card) => (
					<ListingCard key={card.id} card={card} upright />
				))}
				team={team ? <TeamExplain {...team} services={data.services} action={paths.listing(data.slug)} /> : null}
			/>
		</>
	)
}
