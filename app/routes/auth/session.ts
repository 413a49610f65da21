import { liveUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/session.ts'

/**
 * The id of the person signed in in this browser, for tabs that come back to the front. A session that was ended elsewhere is removed
 * from the browser.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	const user = await liveUser(context)
	return Response.json({ user: user?.id ?? null }, { headers: { 'cache-control': 'private, no-store' } })
}
