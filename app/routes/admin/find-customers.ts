import { data } from 'react-router'
import { findCustomers } from '#app/features/appointments/find-customers.queries.server.ts'
import type { Route } from './+types/find-customers.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** Whom somebody means who types into a form; as data. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const found = await findCustomers(client, location.id, url.searchParams.get('q') ?? '')
	return data(found, { headers: { 'cache-control': 'private, no-store' } })
}
