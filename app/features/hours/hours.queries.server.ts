import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { type Outside, outsideContract } from './outside.contracts.ts'
import type { HoursRow } from './weeks.ts'

/** The people of a location with their weeks, in order, without archived ones. */
export function loadWeeks(client: Client, location: string) {
	return allRows((from, to) =>
		client
			.from('employees')
			.select(
				'id, name, own_hours, hours:working_hours(weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)',
			)
			.eq('location_id', location)
			.eq('archived', false)
			.order('position')
			.order('name')
			.order('id')
			.range(from, to),
	)
}

/** The week of the location itself. */
export function loadLocationWeek(client: Client, location: string): Promise<HoursRow[]> {
	return allRows((from, to) =>
		client
			.from('location_hours')
			.select('weekday, starts, ends, valid_from, valid_to')
			.eq('location_id', location)
			.order('id')
			.range(from, to),
	)
}

/** The week of one person, or of the location if `id` is its own; null when there is no such person. */
export async function loadWeek(client: Client, location: string, id: string): Promise<HoursRow[] | null> {
	if (id === location) return loadLocationWeek(client, location)
	if (!isUuid(id)) return null
	const { data } = await client
		.from('employees')
		.select('id, hours:working_hours(weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)')
		.eq('id', id)
		.eq('location_id', location)
		.maybeSingle()
	return data?.hours ?? null
}

/** The appointments of a location that lie outside of working time, as far as the member may see them; `limit` of them are named. */
export async function loadOutside(client: Client, location: string, limit: number): Promise<Outside> {
	return invariantData(
		await call(client, 'appointments_outside', outsideContract, { p_location: location, p_limit: limit }),
	)
}
