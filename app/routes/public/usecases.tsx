import { Usecases } from '#app/features/business/usecases/usecases.tsx'
import { loadTrades } from '#app/features/business/usecases/usecases.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/usecases.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadTrades(context.get(servicesContext))

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function UsecasesPage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Usecases trades={loaderData} />
		</SiteFrame>
	)
}
