import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from './salon.ts'

// Packages (30_setup/19_packages): exactly these services in this order cost what the package costs, through every door.

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const create = (caller: string, changes: object = {}) => {
	const { location, cut, colour } = salon.ids
	return salon.call<string>(caller, 'create_package', {
		...{ location, name: 'Rundum', services: [cut, colour], price_cents: 10_000, ...changes },
	})
}

const nameOf = async (id: string): Promise<unknown> =>
	(await salon.sql`select package_name from public.appointments where id = ${id}`)[0]?.package_name

async function change(id: string, services: string[], origins: (number | null)[], prices?: (number | null)[]) {
	const employees = services.map(() => salon.ids.anna)
	// A whole second, since the driver cuts instants to milliseconds.
	await salon.sql`alter table public.appointments disable trigger touch`
	await salon.sql`update public.appointments set updated_at = '2026-01-01' where id = ${id}`
	await salon.sql`alter table public.appointments enable trigger touch`
	return salon.call(salon.user.owner, 'change_appointment', {
		...{ appointment: id, version: '2026-01-01T00:00:00Z', services, origins, employees, anyway: true },
		...{ minutes: services.map(() => null), prices: prices ?? services.map(() => null) },
	})
}

test('managers and owners make them, of two to ten different services of the location', async () => {
	const { cut, colour, foreignCut } = salon.ids
	for (const caller of [salon.user.staff, salon.user.foreigner, salon.user.customer])
		expect(await codeOf(create(caller))).toBe('location_not_found')
	expect(await codeOf(create('anon'))).toMatch(/permission denied/)
	for (const changes of [
		{ services: [cut] },
		{ services: [cut, cut] },
		{ name: ' ' },
		{ price_cents: -1 },
		{ services: null },
	])
		expect(await codeOf(create(salon.user.manager, changes))).toBe('package_invalid')
	for (const services of [
		[cut, foreignCut],
		[cut, randomUUID()],
	])
		expect(await codeOf(create(salon.user.manager, { services }))).toBe('service_not_found')
	expect(await salon.sql`select from public.packages`).toHaveLength(0)
	await create(salon.user.manager, { services: [cut, colour] })
	expect(await salon.sql`select from public.package_services`).toHaveLength(2)
})

describe('whoever books the package', () => {
	test('gets one appointment of its lines, which share its price by what they usually cost', async () => {
		const { cut, colour, anna } = salon.ids
		for (const employee of [anna, null]) {
			const { visit } = await salon.book({
				services: [cut, colour],
				employee,
				starts_at: at(employee ? 3 : 4, '10:00'),
			})
			expect(visit).toMatchObject({ total_cents: 10_000, lines: [{ price_cents: 3334 }, { price_cents: 6666 }] })
			expect(await nameOf(visit.id)).toBe('Rundum')
		}
		const other = await salon.book({ services: [colour, cut], starts_at: at(5, '10:00') })
		expect(other.visit.total_cents).toBe(13_500)
		expect(await nameOf(other.id)).toBeNull()
		const more = await salon.book({ services: [cut, colour, salon.ids.massage], starts_at: at(6, '10:00') })
		expect(more.visit.total_cents).toBe(19_500)
	})

	test('pays it whatever day prices there are, and keeps it when the business changes it or the visit moves', async () => {
		const { cut, colour, location } = salon.ids
		await salon.sql`insert into public.day_prices (service_id, location_id, percent, weekdays, first_day)
			values (${cut}, ${location}, -50, '{1,2,3,4,5,6,7}', '2026-01-01')`
		const { visit, secret, id } = await salon.book({ services: [cut, colour], starts_at: at(7, '10:00') })
		expect(visit.total_cents).toBe(10_000)
		const starts = await salon.call<{ total_cents: number }[]>('anon', 'list_priced_starts', {
			...{ location, services: [cut, colour], from: at(8, '00:00').slice(0, 10), to: at(8, '12:00').slice(0, 10) },
		})
		expect(new Set(starts.map(({ total_cents }) => total_cents))).toEqual(new Set([10_000]))
		await salon.sql`delete from public.day_prices`
		await salon.sql`update public.packages set price_cents = 12000, name = 'Rundum neu'`
		const moved = await salon.call('anon', 'reschedule_appointment', {
			appointment: id,
			secret,
			starts_at: at(9, '10:00'),
		})
		expect(moved.total_cents).toBe(10_000)
		expect(await salon.call('anon', 'get_booking', { appointment: id, secret })).toMatchObject({
			package_name: 'Rundum',
		})
		await salon.sql`update public.packages set price_cents = 10000, name = 'Rundum'`
	})

	test('pays the same by hand, and the cheaper of two', async () => {
		const { cut, colour, location, anna } = salon.ids
		const cheaper = await create(salon.user.owner, { name: 'Rundum günstig', price_cents: 9000 })
		const visit = await salon.call(salon.user.manager, 'create_appointment', {
			...{
				location,
				services: [cut, colour],
				starts_at: at(10, '10:00'),
				employee: anna,
				contact: CONTACT,
				anyway: false,
			},
		})
		expect(visit.total_cents).toBe(9000)
		expect(await nameOf(visit.id)).toBe('Rundum günstig')
		await salon.run(salon.user.manager, 'delete from public.packages where id = $1', [cheaper])
	})

	test('has no package any more once other services are performed, whose prices stay as agreed', async () => {
		const { cut, colour, anna } = salon.ids
		const { id } = await salon.book({ services: [cut, colour], employee: anna, starts_at: at(12, '10:00') })
		await change(id, [cut, colour], [1, 2])
		expect(await nameOf(id)).toBe('Rundum')
		expect((await change(id, [colour], [2])).total_cents).toBe(6666)
		expect(await nameOf(id)).toBeNull()
	})

	test('gets its name back when the edit is taken back, at the old prices only', async () => {
		const { cut, colour, anna } = salon.ids
		const { id } = await salon.book({ services: [cut, colour], employee: anna, starts_at: at(14, '10:00') })
		await change(id, [colour], [2])
		await change(id, [cut, colour], [null, 1], [3400, null])
		expect(await nameOf(id)).toBeNull()
		await change(id, [cut, colour], [1, 2], [3334, null])
		expect(await nameOf(id)).toBe('Rundum')
		const [mail] = await salon.sql`select payload ->> 'package_name' as name from public.messages
			where appointment_id = ${id} and audience = 'customer' order by id desc limit 1`
		expect(mail?.name).toBe('Rundum')
		const told = await salon.run(
			salon.user.owner,
			`select part from appointment_changes, jsonb_array_elements(changes) part where part ->> 'what' = 'package' and appointment_id = $1 order by event_id`,
			[id],
		)
		expect(told.map(({ part }) => part)).toEqual([
			{ what: 'package', old: 'Rundum', new: '' },
			{ what: 'package', old: '', new: 'Rundum' },
		])
	})

	test('of free services pays its price on the first', async () => {
		const { nails, massage } = salon.ids
		await salon.sql`update public.services set price_cents = 0 where id in (${nails}, ${massage})`
		await create(salon.user.owner, { services: [massage, nails], price_cents: 1500 })
		const { visit } = await salon.hold({ services: [massage, nails], employee: null, starts_at: at(11, '10:00') })
		expect(visit.lines.map((line) => line.price_cents)).toEqual([1500, 0])
	})
})

test('visitors read packages of published places only; one that loses a service is gone', async () => {
	const seen = async (caller: string) => (await salon.run(caller, 'select from public.packages')).length
	expect(await seen('anon')).toBe(2)
	await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.location}`
	expect([await seen('anon'), await seen(salon.user.foreigner), await seen(salon.user.staff)]).toEqual([0, 0, 2])
	await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	await salon.sql`delete from public.holds`
	await salon.sql`delete from public.services where id = ${salon.ids.nails}`
	expect(await seen('anon')).toBe(1)
})
