import { loadSuggestions } from '#app/features/catalogue/suggestions.server.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/suggestions.ts'

/** Suggestions for the search fields while somebody types: `?feld=was|wo&q=…`, the same for everyone. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
	const { client } = sessionOf(context)
	const field = url.searchParams.get('feld') === 'wo' ? 'wo' : 'was'
	const text = (url.searchParams.get('q') ?? '').replace(/\p{Cc}/gu, ' ')
	return Response.json(await loadSuggestions(client, field, text), {
		headers: { 'cache-control': 'public, max-age=60', 'x-robots-tag': 'noindex' },
	})
}
