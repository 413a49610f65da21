import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from './course.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

/** The locations of which something has changed since the last question. */
async function changed(): Promise<string[]> {
	const rows = await salon.sql`delete from public.calendar_changes returning location_id`
	return rows.map((row) => String(row.location_id))
}

test('blocked time, courses, absences, hours and waiting places are told to the open calendars of their location', async () => {
	const { location, anna, foreignLocation } = salon.ids
	await changed()
	await salon.call(salon.user.manager, 'block_time', {
		...{ location, starts_at: at(2, '10:00'), ends_at: at(2, '11:00'), employee: anna, title: 'Lieferung' },
	})
	expect(await changed()).toEqual([location])
	const { id } = await makeCourse(salon, 3)
	expect(new Set(await changed())).toEqual(new Set([location]))
	await salon.sql`insert into public.event_waits (event_id, seats, name, email) values (${id}, 1, 'Willi', 'willi@example.org')`
	expect(await changed()).toEqual([location])
	await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at)
		select ${location}, ${anna}, 'closed', d, d + interval '1 day' from generate_series(date '2027-01-04', '2027-01-08', '1 day') d`
	// One row for each statement and location, however many there are.
	expect(await changed()).toEqual([location])
	await salon.sql`update public.working_hours set ends = '19:00'`
	expect((await changed()).toSorted()).toEqual([location, foreignLocation].toSorted())
	await salon.sql`delete from public.exceptions where location_id = ${location}`
	expect(await changed()).toEqual([location])
	// A card is told of when its form shows something else, not with every booking.
	await salon.book({ starts_at: at(6, '10:00') })
	await salon.book({ starts_at: at(6, '12:00') })
	expect(await changed()).toEqual([])
	await salon.sql`update public.customers set note = 'mag Tee' where company_id = ${salon.ids.company}`
	expect(await changed()).toEqual([location])
})

test('members of the company read that something has changed, nobody writes it, and a day later it is gone', async () => {
	const { location } = salon.ids
	await changed()
	await salon.sql`insert into public.calendar_changes (location_id) values (${location})`
	const seen = async (who: string) => (await salon.run(who, 'select * from public.calendar_changes')).length
	for (const who of ['owner', 'manager', 'staff'] as const) expect(await seen(salon.user[who])).toBe(1)
	for (const who of ['customer', 'stranger', 'foreigner'] as const) expect(await seen(salon.user[who])).toBe(0)
	expect(await codeOf(salon.run('anon', 'select * from public.calendar_changes'))).toMatch(/permission denied/)
	const write = `insert into public.calendar_changes (location_id) values ('${location}')`
	expect(await codeOf(salon.run(salon.user.owner, write))).toMatch(/permission denied/)
	await salon.sql`insert into public.calendar_changes (location_id, created_at) values (${location}, now() - interval '25 hours')`
	expect(await salon.call('service_role', 'forget_due', { rule: 'calendar_changes' })).toBe(1)
	expect(await seen(salon.user.owner)).toBe(1)
})
