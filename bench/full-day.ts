import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { addDays } from '#app/lib/dates.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from '../e2e/booking-salon.ts'
import { book } from '../e2e/calendar-desk.ts'

export const PEOPLE = 12
/** Of each person, one after the other from 8:00 on, so that the evening is free. */
export const EACH = 25
const MINUTES = 20

/** A salon whose twelve people have 300 entries on one day, made by the verbs. `people` are their ids, in order. */
export async function openFullDay(sql: Sql): Promise<{ salon: Salon; people: string[]; day: string }> {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await sql`update services set duration_minutes = ${MINUTES} where id = ${salon.cut}`
	const more = Array.from({ length: PEOPLE - 2 }, () => randomUUID())
	await sql`insert into employees (id, location_id, name, color, position)
		select id, ${salon.id}, 'Person ' || n, '#' || substr(md5(n::text), 1, 6), n from unnest(${more}::uuid[]) with ordinality one (id, n)`
	await sql`insert into employee_services (employee_id, service_id, location_id)
		select person, service_id, location_id from unnest(${more}::uuid[]) person cross join employee_services where employee_id = ${salon.anna}`
	await sql`insert into working_hours (employee_id, weekday, starts, ends)
		select person, weekday, starts, ends from unnest(${more}::uuid[]) person cross join working_hours where employee_id = ${salon.anna}`
	const people = [salon.anna, salon.ben, ...more]
	const day = addDays(new Date().toISOString().slice(0, 10), 3)
	for (const [column, person] of people.entries())
		for (let turn = 0; turn < EACH; turn++)
			await book(sql, salon, person, `${day} ${timeOf(turn)}`, `Kundin ${column + 1}.${turn + 1}`)
	await sql`vacuum analyze`
	return { salon, people, day }
}

/** The wall time of a person's `turn`th entry, from 0 on. */
export function timeOf(turn: number): string {
	const minutes = 8 * 60 + turn * MINUTES
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
