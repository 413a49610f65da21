import { Home } from '#app/features/catalogue/home.tsx'
import { loadHome } from '#app/features/catalogue/home.queries.server.ts'
import { keptIds } from '#app/features/favourites/favourites.server.ts'
import { servicesContext, shows } from '#app/lib/context.server.ts'
import { readPlace } from '#app/lib/place-cookie.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { KeptPlaces } from '#app/ui/kept-places.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/home.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
	const { client, user } = sessionOf(context)
	const data = await loadHome({
		...{ client, services: context.get(servicesContext), now: new Date() },
		town: readPlace(request.headers.get('cookie')),
		unknown: url.searchParams.get('ort')?.slice(0, 80) ?? '',
	})
	shows(context, data.soon.cards)
	return { data, kept: await keptIds(client, user) }
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function HomePage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<KeptPlaces value={loaderData.kept}>
				<Home data={loaderData.data} />
			</KeptPlaces>
		</SiteFrame>
	)
}
