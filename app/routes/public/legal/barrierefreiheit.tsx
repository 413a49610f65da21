import { AccessibilityDocument } from '#app/features/legal/accessibility.tsx'
import { servicesContext } from '#app/lib/context.server.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/barrierefreiheit.ts'

export function loader({ context }: Route.LoaderArgs) {
	return { operator: context.get(servicesContext).operator ?? {} }
}

export const headers: Route.HeadersFunction = () => PUBLIC_PAGE
export const handle = WAITS

export default function Accessibility({ loaderData }: Route.ComponentProps) {
	return <AccessibilityDocument operator={loaderData.operator} />
}
