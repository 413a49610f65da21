import { Usecase } from '#app/features/business/usecases/usecase.tsx'
import { loadTrade } from '#app/features/business/usecases/usecases.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/usecase.ts'

export const loader = ({ context, params }: Route.LoaderArgs) => loadTrade(context.get(servicesContext), params.trade)

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function UsecasePage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Usecase {...loaderData} />
		</SiteFrame>
	)
}
