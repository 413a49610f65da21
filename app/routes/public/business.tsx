import { Business } from '#app/features/business/business.tsx'
import { priceWords } from '#app/features/business/price-words.ts'
import { loadPrices } from '#app/features/business/prices.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/business.ts'

export const loader = async ({ context }: Route.LoaderArgs) => priceWords(await loadPrices(context))

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function BusinessPage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Business words={loaderData} />
		</SiteFrame>
	)
}
