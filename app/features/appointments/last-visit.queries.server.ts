import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Location } from './appointments.queries.server.ts'
import type { LastVisit } from './last-visit.ts'

/**
 * The last visit of a customer of this location or, without one, their next booking; null without a customer, and without a visit
 * that the caller can see.
 */
export async function loadLastVisit(
	client: Client,
	location: Location,
	customer: string | null,
): Promise<LastVisit | null> {
	if (!isUuid(customer)) return null
	const visits = invariantData(
		await client
			.from('shown_appointments')
			.select('starts_at, lines:appointment_lines(position, service_id, service_name, employee_id, employees(name))')
			.eq('location_id', location.id)
			.eq('customer_id', customer)
			.in('state', ['completed', 'confirmed', 'requested'])
			.order('starts_at', { ascending: false })
			.limit(10),
	)
	const visit = visits.find(({ starts_at }) => Date.parse(starts_at) <= Date.now()) ?? visits[0]
	if (!visit) return null
	const lines = visit.lines.toSorted((one, other) => one.position - other.position)
	const alone = new Set(lines.map(({ employee_id }) => employee_id)).size === 1
	return {
		services: lines.map(({ service_id, service_name }) => ({ id: service_id, name: service_name })),
		person: (alone && lines[0]?.employee_id) || '',
		personName: (alone && lines[0]?.employees?.name) || '',
	}
}
