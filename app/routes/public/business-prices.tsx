import { loadMonth } from '#app/features/business/month.server.ts'
import { PriceList } from '#app/features/business/price-list.tsx'
import { loadPrices } from '#app/features/business/prices.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/business-prices.ts'

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
	...loadMonth(url.searchParams),
	prices: await loadPrices(context),
})

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function BusinessPrices({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<PriceList {...loaderData} />
		</SiteFrame>
	)
}
