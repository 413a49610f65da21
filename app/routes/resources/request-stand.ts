import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { openRequest, standOf } from '#app/features/request/request.server.ts'
import type { Route } from './+types/request-stand.ts'

/** Whether an order looks other than in the page that asks: 204 when it does not. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
	const opened = await openRequest(args, args.params.id)
	if (!opened) return new Response(null, { status: 404, headers: PRIVATE_PAGE })
	const stand = standOf(opened.wish)
	return stand === args.url.searchParams.get('v')
		? new Response(null, { status: 204, headers: PRIVATE_PAGE })
		: Response.json({ stand }, { headers: PRIVATE_PAGE })
}
