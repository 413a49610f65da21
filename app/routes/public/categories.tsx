import { Categories } from '#app/features/catalogue/categories.tsx'
import { loadCategories } from '#app/features/catalogue/home.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { readPlace } from '#app/lib/place-cookie.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/categories.ts'

export function loader({ request, context }: Route.LoaderArgs) {
	return loadCategories(context.get(servicesContext), readPlace(request.headers.get('cookie')))
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Categories groups={loaderData} />
		</SiteFrame>
	)
}
