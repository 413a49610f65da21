import { addDays } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { Exception, Hours, Range } from './calendar.ts'
import type { Gaps } from './events.ts'

/** Weekly hours and exceptions of a location's people that apply on these dates. */
export async function loadSchedule(
	client: Client,
	location: string,
	people: string[],
	range: Pick<Range, 'from' | 'to'>,
): Promise<{ hours: Hours[]; exceptions: Exception[] }> {
	const [hours, exceptions] = await Promise.all([
		allRows((from, to) =>
			client
				.from('working_hours')
				.select('employee_id, weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start')
				.in('employee_id', people)
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('exceptions')
				.select('employee_id, kind, starts_at, ends_at, reason')
				.eq('location_id', location)
				.lt('starts_at', `${addDays(range.to, 1)}T00:00:00`)
				.gt('ends_at', `${range.from}T00:00:00`)
				.order('id')
				.range(from, to),
		),
	])
	return { hours, exceptions }
}

/** The processing gaps of a location's services. */
export async function loadGaps(client: Client, location: string): Promise<Gaps> {
	const rows = await allRows((from, to) =>
		client
			.from('services')
			.select('id, duration_minutes, processing_start, processing_minutes')
			.eq('location_id', location)
			.not('processing_start', 'is', null)
			.order('id')
			.range(from, to),
	)
	return Object.fromEntries(
		rows.map(({ id, duration_minutes, processing_start, processing_minutes }) => {
			const from = processing_start ?? 0
			return [id, { minutes: duration_minutes, from, to: from + (processing_minutes ?? 0) }]
		}),
	)
}
