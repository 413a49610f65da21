import { data } from 'react-router'
import { loadLastVisit } from '#app/features/appointments/last-visit.queries.server.ts'
import type { Route } from './+types/last-visit.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** A customer's last visit, as data. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const last = await loadLastVisit(client, location, url.searchParams.get('kunde'))
	return data(last, { headers: { 'cache-control': 'private, no-store' } })
}
