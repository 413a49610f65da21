import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, hashOf, insertEmployee, insertService, openSalon, type Salon } from './salon.ts'

// How much one client can keep from others. Everybody uses a new secret each time, as an attacker would.
let salon: Salon
beforeAll(async () => {
	salon = await openSalon(40)
})
afterAll(() => salon.close())
beforeEach(() => beginAnew())
async function beginAnew(): Promise<void> {
	for (const table of ['public.appointments', 'public.holds', 'public.occupancies', 'internal.hold_budget'])
		await salon.sql.unsafe(`delete from ${table}`)
}

/** The start number `index`, spread over two people and two times on many days, so that no daily limit is reached. */
function spread(index: number, day = 3): { starts_at: string; employee: string } {
	const { anna, ben } = salon.ids
	return {
		employee: index % 2 ? anna : ben,
		starts_at: at(day + Math.floor(index / 4), index % 4 < 2 ? '09:00' : '15:00'),
	}
}
const holdFrom = (from: string, changes: Record<string, unknown>, now?: string) => salon.hold(changes, now, from)
/** The results of calls that run one after the other. */
async function inTurn(calls: (() => Promise<unknown>)[]): Promise<string[]> {
	const codes: string[] = []
	for (const one of calls) codes.push(await codeOf(one()))
	return codes
}
const count = (codes: string[], code: string): number => codes.filter((found) => found === code).length
const detailOf = (call: Promise<unknown>): Promise<{ retry_after: number }> =>
	call.then(
		() => ({ retry_after: -1 }),
		(error: Error) => JSON.parse(String(error.cause)) as { retry_after: number },
	)

test('six live holds for an address, whatever secrets it uses; the next address has its own', async () => {
	const codes = await inTurn(Array.from({ length: 9 }, (_, index) => () => holdFrom('203.0.113.7', spread(index))))
	expect(codes).toEqual([...Array(6).fill('no error'), ...Array(3).fill('too_many_holds_here')])
	const { retry_after } = await detailOf(holdFrom('203.0.113.7', spread(9)))
	expect(retry_after).toBeGreaterThan(500)
	expect(retry_after).toBeLessThanOrEqual(600)
	expect(await codeOf(holdFrom('203.0.113.8', spread(9)))).toBe('no error')
})

test('all addresses of an IPv6 /64 are one client', async () => {
	const codes = await inTurn(
		Array.from({ length: 8 }, (_, index) => () => holdFrom(`2001:db8:5:600:${index + 1}::${index}`, spread(index))),
	)
	expect(count(codes, 'no error')).toBe(6)
	expect(await codeOf(holdFrom('2001:db8:5:601::1', spread(8)))).toBe('no error')
})

test.each([
	['an IPv4 /24', (index: number) => `198.51.100.${index}`, '198.51.101.1'],
	['an IPv6 /56', (index: number) => `2001:db8:7:${(0x1200 + index).toString(16)}::1`, '2001:db8:7:1300::1'],
])('thirty live holds for %s, and the next network has its own', async (_name, address, elsewhere) => {
	const codes = await inTurn(Array.from({ length: 34 }, (_, index) => () => holdFrom(address(index), spread(index))))
	expect(codes).toEqual([...Array(30).fill('no error'), ...Array(4).fill('too_many_holds_here')])
	expect(await codeOf(holdFrom(elsewhere, spread(40)))).toBe('no error')
})

test('callers with an unknown address are one client together', async () => {
	const codes = await inTurn(Array.from({ length: 8 }, (_, index) => () => holdFrom('unknown', spread(index))))
	expect(count(codes, 'no error')).toBe(6)
})

test('two holds of a client for one person on one day', async () => {
	const { anna, ben } = salon.ids
	const wish = (time: string, employee: string | null, day = 3) => ({ employee, starts_at: at(day, time) })
	const mine = (changes: Record<string, unknown>) => codeOf(holdFrom('203.0.113.7', changes))
	expect(await mine(wish('09:00', anna))).toBe('no error')
	expect(await mine(wish('10:00', anna))).toBe('no error')
	expect(await mine(wish('11:00', anna))).toBe('too_many_holds_of_day')
	expect((await detailOf(holdFrom('203.0.113.7', wish('11:00', anna)))).retry_after).toBeGreaterThan(500)
	expect(await mine(wish('11:00', ben))).toBe('no error')
	expect(await mine(wish('11:00', anna, 4))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.9', wish('11:00', anna)))).toBe('no error')
})

test("a client can hold a quarter of a person's day, a network half of it, and always at least one time", async () => {
	const { location, ben } = salon.ids
	// 12 hours of work: a quarter is 180 minutes, half is 360.
	const long = await insertService(salon.sql, location, 'Langes', 240, 20_000, [ben])
	const medium = await insertService(salon.sql, location, 'Mittleres', 120, 10_000, [ben])
	const wish = (time: string, service: string, day: number) => ({
		employee: ben,
		services: [service],
		starts_at: at(day, time),
	})
	expect(await codeOf(holdFrom('203.0.113.7', wish('08:00', long, 5)))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.7', wish('12:00', salon.ids.cut, 5)))).toBe('too_many_holds_of_day')
	expect(await codeOf(holdFrom('203.0.113.8', wish('12:00', medium, 5)))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.9', wish('14:00', salon.ids.cut, 5)))).toBe('too_many_holds_of_day')
	expect(await codeOf(holdFrom('192.0.2.1', wish('14:00', salon.ids.cut, 5)))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.7', wish('08:00', medium, 6)))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.7', wish('10:00', medium, 6)))).toBe('too_many_holds_of_day')
})

test.each([
	// One day has 23 hours, and one has 25 with two times called half past two.
	[
		'2027-03-20T08:00:00Z',
		['2027-03-27T23:00:00Z', '2027-03-28T21:30:00Z'],
		'2027-03-28T10:00:00Z',
		'2027-03-28T22:00:00Z',
	],
	[
		'2026-10-20T08:00:00Z',
		['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
		'2026-10-25T22:30:00Z',
		'2026-10-24T21:30:00Z',
	],
])('the day is that of the location when clocks change, seen from %s', async (now, both, third, otherDay) => {
	const { location, cut } = salon.ids
	const night = await insertEmployee(salon.sql, location, 'Nacht', 3)
	await salon.sql`update public.working_hours set starts = '00:00', ends = '24:00' where employee_id = ${night}`
	await salon.sql`insert into public.employee_services (employee_id, service_id, location_id) values (${night}, ${cut}, ${location})`
	const mine = (starts_at: string) => codeOf(holdFrom('203.0.113.7', { employee: night, starts_at }, now))
	expect(await Promise.all(both.map(mine))).toEqual(['no error', 'no error'])
	expect(await mine(third)).toBe('too_many_holds_of_day')
	expect(await mine(otherDay)).toBe('no error')
})

test('after three expired holds within an hour, one hold a minute; those that were booked do not count', async () => {
	const clock = (time: string) => at(1, time)
	const mine = (index: number, time: string) => holdFrom('203.0.113.7', spread(index), clock(time))
	const first = await mine(0, '10:00')
	await mine(1, '10:00')
	await mine(2, '10:00')
	// Two expired holds can be bad luck.
	const args = { appointment: first.visit.id, secret: first.secret, contact: CONTACT }
	await salon.call('anon', 'confirm_appointment', args, clock('10:20'))
	expect(await inTurn([() => mine(3, '10:21'), () => mine(4, '10:21')])).toEqual(['no error', 'no error'])
	// Now there are four.
	expect(await codeOf(mine(5, '10:40'))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.7', spread(6), clock('10:40:30')))).toBe('holds_too_fast')
	expect((await detailOf(holdFrom('203.0.113.7', spread(6), clock('10:40:30')))).retry_after).toBe(30)
	expect(await codeOf(holdFrom('203.0.113.8', spread(7), clock('10:40:30')))).toBe('no error')
	expect(await codeOf(mine(6, '10:41'))).toBe('no error')
	expect(await codeOf(mine(8, '10:41'))).toBe('holds_too_fast')
	// An hour after the last expired hold everything is allowed again.
	expect(await inTurn([() => mine(9, '11:52'), () => mine(10, '11:52'), () => mine(11, '11:52')])).toEqual(
		Array(3).fill('no error'),
	)
})

test('a hold that is confirmed, released or replaced gives its budget back', async () => {
	const from = '203.0.113.7'
	const held: Awaited<ReturnType<Salon['hold']>>[] = []
	for (let index = 0; index < 6; index++) held.push(await holdFrom(from, spread(index)))
	const [first, second, third] = held as [(typeof held)[0], (typeof held)[0], (typeof held)[0]]
	const next = (index: number, more: Record<string, unknown> = {}) =>
		codeOf(holdFrom(from, { ...spread(index), ...more }))
	expect(await next(6)).toBe('too_many_holds_here')
	await salon.call('anon', 'confirm_appointment', {
		appointment: first.visit.id,
		secret: first.secret,
		contact: CONTACT,
	})
	expect([await next(6), await next(7)]).toEqual(['no error', 'too_many_holds_here'])
	await salon.call('anon', 'release_hold', { appointment: second.visit.id, secret: second.secret })
	expect(await next(7)).toBe('no error')
	// A browser can change its mind from any address; a refused change leaves the hold as it was.
	const change = { secret_hash: hashOf(third.secret), replace: third.visit.id }
	expect(await next(8, change)).toBe('no error')
	const last = held[3] as (typeof held)[0]
	for (const index of [20, 22]) await holdFrom('192.0.2.1', spread(index))
	const busy = {
		secret_hash: hashOf(last.secret),
		replace: last.visit.id,
		employee: salon.ids.ben,
		starts_at: at(8, '17:00'),
	}
	expect(await codeOf(holdFrom('192.0.2.1', busy))).toBe('too_many_holds_of_day')
	expect(await salon.sql`select ended_at from public.holds where id = ${last.visit.id}`).toEqual([{ ended_at: null }])
	expect(await next(9)).toBe('too_many_holds_here')
})

describe('holds that are begun and released at once', () => {
	const loop = async (from: string, time: string, index = 0) => {
		const { visit, secret } = await holdFrom(from, spread(index), at(1, time))
		await salon.call('anon', 'release_hold', { appointment: visit.id, secret }, at(1, time))
	}
	const times = (count: number, one: (index: number) => Promise<unknown>) =>
		inTurn(Array.from({ length: count }, (_, index) => () => one(index)))

	test('are limited to twenty a minute for an address and sixty for its network', async () => {
		const mine = await times(22, () => loop('203.0.113.7', '10:00'))
		expect(mine).toEqual([...Array(20).fill('no error'), ...Array(2).fill('holds_too_fast')])
		const later = holdFrom('203.0.113.7', spread(0), at(1, '10:00:20'))
		expect((await detailOf(later)).retry_after).toBe(40)
		const near = await times(42, (index) => loop(`203.0.113.${100 + index}`, '10:00:30'))
		expect([count(near, 'no error'), count(near, 'holds_too_fast')]).toEqual([40, 2])
		expect((await detailOf(holdFrom('203.0.113.200', spread(0), at(1, '10:00:30')))).retry_after).toBe(30)
		expect(await codeOf(loop('198.51.100.7', '10:00:30'))).toBe('no error')
		expect(await codeOf(loop('203.0.113.7', '10:01:01'))).toBe('no error')
	})

	test('are also limited when one replaces another', async () => {
		const from = '203.0.113.7'
		let { visit, secret } = await holdFrom(from, spread(0))
		const codes = await times(21, async (index) => {
			const change = { secret_hash: hashOf(secret), replace: visit.id }
			visit = (await holdFrom(from, { ...spread(1 + (index % 2)), ...change })).visit
		})
		expect(codes).toEqual([...Array(19).fill('no error'), ...Array(2).fill('holds_too_fast')])
	})

	test('are deleted after ten minutes, others after a day', async () => {
		const { visit, secret } = await holdFrom('203.0.113.7', spread(0))
		await salon.call('anon', 'release_hold', { appointment: visit.id, secret })
		await holdFrom('203.0.113.7', spread(0))
		const left = async (minutes: number) => {
			await salon.call('service_role', 'expire_holds', {}, Temporal.Now.instant().add({ minutes }).toString())
			return (await salon.sql`select from public.holds`).length
		}
		expect(await left(9)).toBe(2)
		expect(await left(11)).toBe(1)
		// It was held for ten minutes.
		expect(await left(1449)).toBe(1)
		expect(await left(1451)).toBe(0)
		for (const table of ['occupancies', 'appointments', 'appointment_links'])
			expect(await salon.sql`select from public.${salon.sql(table)}`).toHaveLength(0)
	})
})

test('a confirmed account has twice the budget, and its holds count for it everywhere', async () => {
	const { customer, stranger } = salon.user
	const { location, cut, anna } = salon.ids
	const as = (user: string, index: number, from: string, changes: Record<string, unknown> = {}) =>
		codeOf(
			salon.call(
				user,
				'hold_appointment',
				{ location, services: [cut], ...spread(index), ...changes },
				undefined,
				from,
			),
		)
	const codes: string[] = []
	for (let index = 0; index < 14; index++) codes.push(await as(customer, index, '203.0.113.7'))
	expect(codes).toEqual([...Array(12).fill('no error'), 'too_many_holds', 'too_many_holds'])
	// Others at the same address have to wait, signed in or not; the account has to wait elsewhere too.
	expect(await codeOf(holdFrom('203.0.113.7', spread(20)))).toBe('too_many_holds_here')
	expect(await as(salon.user.foreigner, 20, '203.0.113.7')).toBe('too_many_holds_here')
	expect(await as(customer, 20, '192.0.2.7')).toBe('too_many_holds')

	await beginAnew()
	const sameDay = (user: string) => (time: string, index: number) =>
		as(user, 0, `203.0.${index}.1`, { employee: anna, starts_at: at(3, time) })
	const times = ['09:00', '10:00', '11:00', '12:00', '13:00']
	const days: string[] = []
	for (const [index, time] of times.entries()) days.push(await sameDay(customer)(time, index))
	expect(days).toEqual([...Array(4).fill('no error'), 'too_many_holds_of_day'])
	await beginAnew()
	const unconfirmed: string[] = []
	for (const [index, time] of times.slice(0, 3).entries()) unconfirmed.push(await sameDay(stranger)(time, index))
	expect(unconfirmed).toEqual(['no error', 'no error', 'too_many_holds_of_day'])
})

test('simultaneous holds never exceed the budget, and each gets a clean answer', async () => {
	const codes = await Promise.all(
		Array.from({ length: 24 }, (_, index) => codeOf(holdFrom('203.0.113.7', spread(index)))),
	)
	expect([count(codes, 'no error'), count(codes, 'too_many_holds_here')]).toEqual([6, 18])
	const near = await Promise.all(
		Array.from({ length: 60 }, (_, index) => codeOf(holdFrom(`198.51.100.${index}`, spread(index + 24)))),
	)
	expect([count(near, 'no error'), count(near, 'too_many_holds_here')]).toEqual([30, 30])
	// First all want one person's day, then all want one slot.
	const day = await Promise.all(
		Array.from({ length: 16 }, (_, index) =>
			codeOf(
				holdFrom('192.0.2.9', {
					starts_at: at(28, `${String(8 + (index % 8)).padStart(2, '0')}:${index < 8 ? '00' : '30'}`),
				}),
			),
		),
	)
	expect([count(day, 'no error'), count(day, 'too_many_holds_of_day')]).toEqual([2, 14])
	const slot = await Promise.all(
		Array.from({ length: 32 }, (_, index) => codeOf(holdFrom(`192.0.3.${index}`, { starts_at: at(29, '10:00') }))),
	)
	expect([count(slot, 'no error'), count(slot, 'slot_taken')]).toEqual([1, 31])
	const [spent] = await salon.sql`select count(*)::integer as rows from internal.hold_budget`
	expect(spent?.rows).toBe(6 + 30 + 2 + 1)
})

test('a visit of several services is one hold, but counts for each person', async () => {
	const { massage, nails, cut, anna, ben } = salon.ids
	const both = { services: [massage, nails], employee: null, starts_at: at(3, '09:00') }
	expect(await codeOf(holdFrom('203.0.113.7', both))).toBe('no error')
	expect(await codeOf(holdFrom('203.0.113.7', { ...both, starts_at: at(3, '12:00') }))).toBe('no error')
	for (const employee of [anna, ben])
		expect(await codeOf(holdFrom('203.0.113.7', { services: [cut], employee, starts_at: at(3, '16:00') }))).toBe(
			'too_many_holds_of_day',
		)
	const codes = await inTurn(Array.from({ length: 5 }, (_, index) => () => holdFrom('203.0.113.7', spread(index, 4))))
	expect(codes).toEqual([...Array(4).fill('no error'), 'too_many_holds_here'])
})

test("entries and moves by the business, and the server's own connection, do not count", async () => {
	const { location, cut, anna } = salon.ids
	const ids: string[] = []
	for (let index = 0; index < 8; index++) {
		const starts_at = at(3, `${String(9 + index).padStart(2, '0')}:00`)
		const args = { location, services: [cut], employee: anna, starts_at, contact: CONTACT }
		ids.push((await salon.call(salon.user.manager, 'create_appointment', args, undefined, '203.0.113.7')).id)
	}
	for (const [index, appointment] of ids.entries()) {
		const args = { appointment, starts_at: at(4, `${String(9 + index).padStart(2, '0')}:00`) }
		await salon.call(salon.user.manager, 'reschedule_appointment', args, undefined, '203.0.113.7')
	}
	for (let index = 0; index < 8; index++) {
		const { employee, starts_at } = spread(index, 6)
		await salon.sql`select public.hold_appointment(${location}, ${[cut]}::uuid[], ${starts_at}, ${employee}, ${hashOf(randomUUID())})`
	}
	expect(await salon.sql`select from internal.hold_budget`).toHaveLength(0)
	expect(await codeOf(holdFrom('203.0.113.7', spread(0, 9)))).toBe('no error')
})

test('the tidying job removes records that no budget counts any more', async () => {
	await holdFrom('203.0.113.7', spread(0), at(1, '10:00'))
	const left = () => salon.sql`select from internal.hold_budget`
	await salon.call('service_role', 'expire_holds', {}, at(1, '11:09'))
	expect(await left()).toHaveLength(1)
	await salon.call('service_role', 'expire_holds', {}, at(1, '11:11'))
	expect(await left()).toHaveLength(0)
})

test.each(['anon', 'customer', 'manager', 'service'])('nobody reads or writes the budget: %s', async (who) => {
	const caller = who === 'service' ? 'service_role' : who === 'anon' ? 'anon' : salon.user[who as 'customer']
	for (const statement of ['select * from internal.hold_budget', 'delete from internal.hold_budget'])
		await expect(salon.run(caller, statement)).rejects.toThrow(/permission denied/)
})
