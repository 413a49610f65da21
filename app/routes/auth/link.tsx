import { UrlSession } from '#app/features/accounts/url-session.tsx'
import { takeUrlSession } from '#app/features/accounts/url-session.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import type { Route } from './+types/link.ts'

/** Opened without a fragment, the page has nothing to check. */
export const loader = () => ({ failure: errorMessage('url_session_incomplete') })

export const action = ({ context, request }: Route.ActionArgs) => takeUrlSession(context, request)

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-store' })

/** Shown instead of a page that was opened with an error or a session after `#`. */
export default function LinkPage({ loaderData, actionData }: Route.ComponentProps) {
	return <UrlSession {...(actionData ?? loaderData)} />
}
