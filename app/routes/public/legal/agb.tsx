import { TermsDocument } from '#app/features/legal/terms.tsx'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/agb.ts'

export function loader({ context }: Route.LoaderArgs) {
	return { operator: context.get(servicesContext).operator ?? {} }
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Agb({ loaderData }: Route.ComponentProps) {
	return <TermsDocument operator={loaderData.operator} />
}
