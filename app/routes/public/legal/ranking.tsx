import { RankingDocument } from '#app/features/legal/ranking.tsx'
import { loadRankingWeights } from '#app/features/legal/ranking.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/ranking.ts'

export function loader({ context }: Route.LoaderArgs) {
	return loadRankingWeights(context.get(servicesContext))
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Ranking({ loaderData }: Route.ComponentProps) {
	return <RankingDocument weights={loaderData} />
}
