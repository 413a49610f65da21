import { Home } from '#app/features/catalogue/home.tsx'
import { loadHome } from '#app/features/catalogue/home.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/home.ts'

export function loader({ context }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	return loadHome(client, context.get(servicesContext), new Date())
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
