import { loadMonth } from '#app/features/business/month.server.ts'
import { Prices } from '#app/features/business/price-list.tsx'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/business-prices.ts'

export const loader = ({ url }: Route.LoaderArgs) => loadMonth(url.searchParams)

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function BusinessPrices({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Prices {...loaderData} />
		</SiteFrame>
	)
}
