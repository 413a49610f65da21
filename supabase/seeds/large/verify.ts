import type { Sql } from 'postgres'
import type { LargeWish } from './wish.ts'

export type Found = { locations: number; employees: number; services: number; appointments: number }

/**
 * Compares the database with the requested data set, and looks for faults that no constraint checks: bookings outside the
 * employee's working hours, totals that differ from the sum of the lines, lines outside their appointment or without the
 * room they need.
 * @throws Error that names every fault.
 */
export async function verifyLarge(sql: Sql, wish: LargeWish): Promise<Found> {
	const [found] = await sql<[Found & Record<'invalid' | 'constraints' | 'totals' | 'outside' | 'unreserved', number>]>`
		select (select count(*)::int from public.locations) as locations,
			(select count(*)::int from public.employees) as employees,
			(select count(*)::int from public.services) as services,
			(select count(*)::int from public.appointments) as appointments,
			(select count(*)::int from pg_index join pg_class on pg_class.oid = indrelid
				where relnamespace = 'public'::regnamespace and not (indisvalid and indisready)) as invalid,
			(select count(*)::int from pg_constraint where connamespace = 'public'::regnamespace and not convalidated) as constraints,
			(select count(*)::int from public.appointments appointment left join lateral (
				select sum(line.price_cents)::int as total, min(line.starts_at) as starts, max(line.ends_at) as ends
				from public.appointment_lines line where line.appointment_id = appointment.id) lines on true
				where (lines.total, lines.starts, lines.ends)
					is distinct from (appointment.total_cents, appointment.starts_at, appointment.ends_at)
					and appointment.id > 'f0000000-0000-0000-0000-000000000000') as totals,
			(select count(*)::int from (select * from public.appointment_lines limit 50000) line
				join public.employees employee on employee.id = line.employee_id
				join public.locations location on location.id = employee.location_id
				where not exists (
					select from public.working_hours hours
					where hours.employee_id = line.employee_id
						and (line.starts_at at time zone location.time_zone) - hours.starts::interval
							>= date_trunc('day', (line.starts_at at time zone location.time_zone) - hours.starts::interval)
						and extract(isodow from (line.starts_at at time zone location.time_zone) - hours.starts::interval) = hours.weekday
				)) as outside,
			(select count(*)::int from public.services service join public.appointment_lines line on line.service_id = service.id
				where service.resource_kind is not null and line.resource_id is null
					and exists (select from public.occupancies where source = line.appointment_id)) as unreserved`
	const faults = [
		...(['locations', 'employees', 'services', 'appointments'] as const)
			.filter((name) => found[name] !== wish[name])
			.map((name) => `${name}: ${found[name]} statt ${wish[name]}`),
		...(['invalid', 'constraints', 'totals', 'outside', 'unreserved'] as const)
			.filter((name) => found[name] > 0)
			.map((name) => `${name}: ${found[name]}`),
	]
	if (faults.length > 0) throw new Error(`Die Daten sind nicht, wie sie sein sollen: ${faults.join(', ')}`)
	return found
}
