import { readId } from '#app/features/booking/choice.ts'
import { readBookingSecret } from '#app/features/booking/secret.server.ts'
import { readOwnData } from '#app/features/own-data/own-data.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/own-data-file.ts'

/** What is kept of an address, as a file, for the browser that opened the link. @throws Response 404 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const id = readId(params.id)
	const pass = readBookingSecret(request)
	invariantResponse(id && pass)
	const found = await readOwnData(context, id, pass)
	invariantResponse(found)
	const { until: _until, ...kept } = found
	return new Response(JSON.stringify({ exported_at: new Date().toISOString(), ...kept }, null, '\t'), {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': 'attachment; filename="Meine-Daten.json"',
			'cache-control': 'private, no-store',
			'referrer-policy': 'same-origin',
		},
	})
}
