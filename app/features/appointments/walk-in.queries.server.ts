import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Location } from './appointments.queries.server.ts'
import { shortestUsual } from './walk-in.ts'

/** The service for a walk-in: the shortest of the services that are usual at a location. */
export async function loadWalkInService(
	client: Client,
	location: Location,
	services: { id: string; duration_minutes: number }[],
): Promise<string | undefined> {
	const latest = invariantData(
		await client
			.from('shown_appointments')
			.select('lines:appointment_lines(service_id)')
			.eq('location_id', location.id)
			.in('state', ['completed', 'confirmed'])
			.order('starts_at', { ascending: false })
			.limit(100),
	)
	return shortestUsual(
		services,
		latest.flatMap(({ lines }) => lines.map(({ service_id }) => service_id)),
	)
}
