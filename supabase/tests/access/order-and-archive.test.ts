import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const names = async (table: 'services' | 'employees') =>
	(
		await salon.sql`select name from ${salon.sql(`public.${table}`)}
			where location_id = ${salon.ids.location} order by position, name`
	).map(({ name }) => name as string)

test('managers put services and people in order; unknown ids are ignored', async () => {
	const { ids, user } = salon
	const order = (who: string, verb: string, list: string[], location = ids.location) =>
		salon.call(who, verb, { location, ids: list })
	await order(user.manager, 'order_services', [ids.nails, ids.foreignCut, ids.massage, ids.cut, ids.colour])
	expect(await names('services')).toEqual(['Nägel', 'Massage', 'Schnitt', 'Farbe'])
	await order(user.owner, 'order_employees', [ids.ben, ids.anna])
	expect(await names('employees')).toEqual(['Ben', 'Anna'])
	const [foreign] = await salon.sql`select position from public.services where id = ${ids.foreignCut}`
	expect(foreign?.position).toBe(0)
	for (const verb of ['order_services', 'order_employees', 'order_pictures']) {
		for (const who of [user.staff, user.customer, user.foreigner])
			expect(await codeOf(order(who, verb, [ids.cut]))).toBe('location_not_found')
		expect(await codeOf(order('anon', verb, []))).toMatch(/permission denied/)
	}
	expect(await names('services')).toEqual(['Nägel', 'Massage', 'Schnitt', 'Farbe'])
})

test('managers rename a kind of rooms together with the services that need it, only at their own location', async () => {
	const { ids, sql, user } = salon
	const at = (location: string, name: string) =>
		sql`insert into public.resources (location_id, kind, name) values (${location}, 'Raum', ${name})`
	await at(ids.location, 'Großer Raum')
	await at(ids.foreignLocation, 'Fremder Raum')
	await sql`update public.services set resource_kind = 'Raum' where id in (${ids.massage}, ${ids.foreignCut})`
	const rename = (who: string, to: string, location = ids.location) =>
		codeOf(salon.call(who, 'rename_resource_kind', { location, from: 'Raum', to }))
	for (const who of [user.staff, user.customer, user.foreigner])
		expect(await rename(who, 'Zimmer')).toBe('location_not_found')
	expect(await rename(user.manager, 'Zimmer', ids.foreignLocation)).toBe('location_not_found')
	expect(await rename(user.manager, ' ')).toMatch(/check/)
	expect(await rename(user.manager, ' Zimmer ')).toBe('no error')
	expect(
		await sql`select kind, name from public.resources where name in ('Großer Raum', 'Fremder Raum') order by name`,
	).toEqual([
		{ kind: 'Raum', name: 'Fremder Raum' },
		{ kind: 'Zimmer', name: 'Großer Raum' },
	])
	expect(
		await sql`select resource_kind from public.services where id in (${ids.massage}, ${ids.foreignCut}) order by resource_kind`,
	).toEqual([{ resource_kind: 'Raum' }, { resource_kind: 'Zimmer' }])
	await sql`update public.services set resource_kind = null`
	await sql`delete from public.resources where name in ('Großer Raum', 'Fremder Raum')`
})

test('nobody who still has appointments can be archived, and archived people cannot be booked', async () => {
	const { ids, user } = salon
	const archive = (employee: string, who = user.manager) =>
		salon.run(who, 'update public.employees set archived = true, active = false where id = $1 returning id', [employee])
	const { id, secret } = await salon.book({ employee: ids.ben, starts_at: at(3, '10:00') })
	expect(await codeOf(archive(ids.ben))).toBe('appointments_coming')
	expect(await archive(ids.ben, user.staff)).toHaveLength(0)
	await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
	const held = await salon.hold({ employee: ids.ben, starts_at: at(3, '11:00') })
	expect(await codeOf(archive(ids.ben))).toBe('appointments_coming')
	await salon.lapse(held.visit.id)
	expect(await archive(ids.ben)).toHaveLength(1)
	expect(await codeOf(salon.hold({ employee: ids.ben, starts_at: at(3, '12:00') }))).toMatch(
		/not_bookable|not_possible/,
	)
	const active = salon.run(user.manager, 'update public.employees set active = true where id = $1', [ids.ben])
	expect(await codeOf(active)).toMatch(/employees_check/)
	await salon.run(user.manager, 'update public.employees set archived = false where id = $1', [ids.ben])
	await salon.run(user.manager, 'update public.employees set active = true where id = $1', [ids.ben])
})

test('a location is closed for good once it has no more appointments, and comes back paused', async () => {
	const { ids, user } = salon
	const archive = (who: string, archived = true) =>
		salon.call<string>(who, 'archive_location', { location: ids.location, archived })
	const { id } = await salon.book({ starts_at: at(4, '10:00') })
	for (const who of [user.staff, user.customer, user.foreigner])
		expect(await codeOf(archive(who))).toBe('location_not_found')
	expect(await codeOf(archive('anon'))).toMatch(/permission denied/)
	expect(await codeOf(archive(user.owner))).toBe('appointments_coming')
	await salon.call(user.manager, 'cancel_appointment', { appointment: id })
	expect(await archive(user.manager)).toBe('paused')
	expect(await archive(user.manager)).toBe('paused')
	expect(await codeOf(salon.hold({ starts_at: at(4, '11:00') }))).toBe('location_not_found')
	expect(await archive(user.manager, false)).toBe('paused')
	expect(await salon.call(user.manager, 'publish_location', { location: ids.location })).toBe('published')
	const direct = salon.run(user.owner, 'update public.locations set archived = true where id = $1', [ids.location])
	expect(await codeOf(direct)).toMatch(/permission denied/)
})
