import { loadOwnData } from '#app/features/accounts/own-data.server.ts'
import { requireAccount, requireUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/own-data.ts'

/** A person's own data as a file. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
	const { client } = requireUser(context)
	const content = JSON.stringify(await loadOwnData(client, await requireAccount(context), new Date()), null, '\t')
	return new Response(content, {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': 'attachment; filename="zeitplatz-meine-daten.json"',
			'cache-control': 'private, no-store',
		},
	})
}
