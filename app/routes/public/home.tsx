import { Home } from '#app/features/catalogue/home.tsx'
import { loadHome } from '#app/features/catalogue/home.queries.server.ts'
import { servicesContext, shows } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/home.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	const data = await loadHome(client, context.get(servicesContext), new Date())
	shows(context, data.soon.cards)
	return data
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function HomePage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Home data={loaderData} />
		</SiteFrame>
	)
}
