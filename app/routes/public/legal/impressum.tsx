import { ImprintDocument } from '#app/features/legal/imprint.tsx'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/impressum.ts'

export function loader({ context }: Route.LoaderArgs) {
	return { operator: context.get(servicesContext).operator ?? {} }
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Impressum({ loaderData }: Route.ComponentProps) {
	return <ImprintDocument operator={loaderData.operator} />
}
