import { afterAll, beforeAll, expect, test } from 'vitest'
import { demandContract } from '#app/features/dashboard/reports.contracts.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// The salon is in city 1 and offers categories 1 and 2.
let salon: Salon
const TODAY = at(0, '12:00').slice(0, 10)
const count = (...rows: object[]) =>
	salon.call('service_role', 'count_demand', {
		rows: rows.map((row) => ({
			...{ day: TODAY, city: 1, category: 1, weekday: 6, hour: 17, searched: 5, found: 2 },
			...row,
		})),
	})
const ask = (who: string, changes: object = {}) =>
	salon.call<unknown>(who, 'demand_by_hour', { location: salon.ids.location, last: TODAY, days: 30, ...changes })
const cells = async (who: string, changes?: object) => demandContract.parse(await ask(who, changes))

beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`insert into public.cities values (2, 'Bonn', 'bonn', 'BE', 50.7, 7.1, 300000)`
	await salon.sql`insert into public.postal_codes values ('53111', 2, 'Bonn', 50.7, 7.1)`
	await salon.sql`update public.locations set postal_code = '53111' where id = ${salon.ids.foreignLocation}`
})
afterAll(() => salon.close())

test('searches add up over days, categories and processes; fewer than five are hidden', async () => {
	await count(
		{},
		{},
		{ hour: 18, searched: 4 },
		{ category: 2, hour: -1, weekday: 0 },
		{ category: 0, weekday: 1, hour: 9 },
	)
	await count({ searched: 1, found: 0 })
	// Another city, another category, and days before and after those asked for.
	const yesterday = at(-1, '12:00').slice(0, 10)
	await count({ city: 2 }, { category: 77 }, { day: yesterday, hour: 20, found: 0 })
	const first = { weekday: 0, hour: -1, searched: 5, found: 2 }
	const today = [
		first,
		{ weekday: 1, hour: 9, searched: 5, found: 2 },
		{ weekday: 6, hour: 17, searched: 11, found: 4 },
	]
	expect(await cells(salon.user.owner, { days: 1 })).toEqual(today)
	expect(await cells(salon.user.manager)).toEqual([...today, { weekday: 6, hour: 20, searched: 5, found: 0 }])
	expect(await cells(salon.user.manager, { last: yesterday })).toHaveLength(1)
	await count({ hour: 18, searched: 1, found: 0 })
	expect(await cells(salon.user.owner, { days: 1 })).toContainEqual({ weekday: 6, hour: 18, searched: 5, found: 2 })
})

test('rows that make no sense are left out, and old ones end', async () => {
	await salon.sql`insert into internal.search_demand values (${TODAY}::text::date - 800, 1, 1, 1, 1, 9, 9)`
	await count(
		...[
			{ weekday: 8 },
			{ hour: 24 },
			{ searched: 0 },
			{ found: 9 },
			{ day: '2020-01-01' },
			{ city: null },
			{ category: null },
		],
	)
	const kept = await salon.sql`select * from internal.search_demand where day <> ${TODAY} or weekday > 7 or hour > 20`
	expect(kept).toHaveLength(1)
})

test('managers and owners of the location, others by right; nobody writes but the server', async () => {
	const { user, ids } = salon
	const reception = await salon.addMember('reception')
	for (const who of [user.staff, reception]) expect(await codeOf(ask(who))).toBe('not_allowed')
	for (const who of [user.foreigner, user.stranger, user.customer])
		expect(await codeOf(ask(who))).toBe('location_not_found')
	expect(await codeOf(ask('anon'))).toMatch(/permission denied/)
	await salon.call(user.owner, 'change_member_rights', { company: ids.company, user: reception, given: ['reports'] })
	expect(await codeOf(ask(reception))).toBe('no error')
	await salon.call(user.owner, 'change_member_rights', { company: ids.company, user: user.manager, taken: ['reports'] })
	expect(await codeOf(ask(user.manager))).toBe('not_allowed')
	await salon.call(user.owner, 'change_member_rights', { company: ids.company, user: user.manager, given: ['reports'] })
	for (const who of ['anon', user.owner, user.customer]) {
		expect(await codeOf(salon.call(who, 'count_demand', { rows: [] }))).toMatch(/permission denied/)
		expect(await codeOf(salon.run(who, 'select * from internal.search_demand'))).toMatch(/permission denied/)
	}
	// Another company in another city reads its own cells, and a location that is not published none.
	expect(await cells(user.foreigner, { location: ids.foreignLocation })).toEqual([
		{ weekday: 6, hour: 17, searched: 5, found: 2 },
	])
	await salon.sql`update public.locations set state = 'paused' where id = ${ids.location}`
	expect(await cells(user.owner)).toEqual([])
})
