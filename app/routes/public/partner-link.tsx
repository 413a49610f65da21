import { data } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { openPartnerLink } from '#app/features/partners/code.server.ts'
import { Invitation } from '#app/features/partners/invitation.tsx'
import { WAITS } from '#app/lib/seo.ts'
import type { Route } from './+types/partner-link.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const code = await openPartnerLink(context, request, params.code)
	return data({ code }, { status: code ? 200 : 404, headers: PRIVATE_PAGE })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
export const handle = WAITS

/** Where a partner's link leads: what the platform is, who gets what, and the registration with the code. */
export default function PartnerLink({ loaderData }: Route.ComponentProps) {
	return <Invitation code={loaderData.code} />
}
