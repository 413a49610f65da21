import { Usecase } from '#app/features/business/usecases/usecase.tsx'
import { loadTrade } from '#app/features/business/usecases/usecases.server.ts'
import { priceWords } from '#app/features/business/price-words.ts'
import { loadPrices } from '#app/features/business/prices.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import type { Route } from './+types/usecase.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
	const [trade, prices] = await Promise.all([
		loadTrade(context.get(servicesContext), params.trade),
		loadPrices(context),
	])
	return { ...trade, words: priceWords(prices) }
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function UsecasePage({ loaderData }: Route.ComponentProps) {
	return (
		<SiteFrame>
			<Usecase {...loaderData} />
		</SiteFrame>
	)
}
