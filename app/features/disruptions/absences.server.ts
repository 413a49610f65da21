import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'

/** Absences of a person that are not over: when as wall times of the location, and why. @param today its local date */
export async function loadAbsences(client: Client, person: string, today: string) {
	return invariantData(
		await client
			.from('exceptions')
			.select('id, starts_at, ends_at, reason')
			.eq('employee_id', person)
			.eq('kind', 'closed')
			.gt('ends_at', `${today}T00:00`)
			.order('starts_at')
			.order('id')
			.limit(50),
	)
}
export type Absence = Awaited<ReturnType<typeof loadAbsences>>[number]

/** Appointments of a person to come that lie in one of these absences, soonest first: somebody has to decide about them. */
export async function loadTouched(
	client: Client,
	location: { id: string; time_zone: string },
	{ person, absences, now }: { person: string; absences: Absence[]; now: Date },
) {
	const last = absences
		.map(({ ends_at }) => ends_at)
		.toSorted()
		.at(-1)
	const until = last && instantOf(last.slice(0, 16), location.time_zone)
	if (!until) return []
	const rows = invariantData(
		await client
			.from('shown_appointments')
			.select('id, contact_name, starts_at, appointment_lines!inner(starts_at, ends_at)')
			.eq('location_id', location.id)
			.eq('appointment_lines.employee_id', person)
			.in('state', ['requested', 'confirmed'])
			.gt('starts_at', now.toISOString())
			.lt('starts_at', until)
			.order('starts_at')
			.order('id')
			.limit(200),
	)
	const spans = absences.map(({ starts_at, ends_at }) =>
		[starts_at, ends_at].map((wall) => Date.parse(instantOf(wall.slice(0, 16), location.time_zone) ?? '')),
	)
	return rows
		.filter(({ appointment_lines: lines }) =>
			lines.some((line) =>
				spans.some(([from = 0, to = 0]) => Date.parse(line.starts_at) < to && Date.parse(line.ends_at) > from),
			),
		)
		.map(({ id, contact_name, starts_at }) => ({ id, contact_name, starts_at }))
}
export type Touched = Awaited<ReturnType<typeof loadTouched>>[number]
