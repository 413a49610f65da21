import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, at, codeOf, CONTACT, hashOf, openSalon, type Salon } from './salon.ts'

// How a service is booked: online, as a request, or by phone only (30_setup/15_services, 50_booking/43_asking_first).

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const set = (service: string, way: string, newcomers = false) =>
	salon.sql`update public.services set booking_way = ${way}::public.booking_way, new_by_request = ${newcomers} where id = ${service}`
const starts = async (services: string[], caller = 'anon') => {
	const found = await salon.call<unknown>(caller, 'list_starts', {
		...{ location: salon.ids.location, services, from: at(3, '00:00').slice(0, 10), to: at(4, '12:00').slice(0, 10) },
	})
	return (found as unknown[]).length
}

describe('a service that is booked by phone only', () => {
	beforeAll(() => set(salon.ids.nails, 'phone'))
	afterAll(() => set(salon.ids.nails, 'online'))

	test('is shown to visitors but has no free times, alone or with others', async () => {
		const { nails, cut } = salon.ids
		expect(await salon.run('anon', `select booking_way from public.services where id = '${nails}'`)).toEqual([
			{ booking_way: 'phone' },
		])
		expect([await starts([nails]), await starts([cut, nails])]).toEqual([0, 0])
		expect(await starts([cut])).toBeGreaterThan(0)
		expect(await salon.sql`select from internal.listing_services where service_id = ${nails}`).toHaveLength(0)
		expect(await salon.sql`select * from internal.listing_differences(${salon.ids.location})`).toHaveLength(0)
	})

	test.each(['web', 'widget', 'assistant', 'api'])('cannot be held through %s', async (source) => {
		const { nails, cut, ben } = salon.ids
		for (const services of [[nails], [cut, nails]])
			for (const employee of [ben, null])
				expect(await codeOf(salon.hold({ services, employee, source, starts_at: at(3, '10:00') }))).toBe('by_phone')
	})

	test('nor by an account, a member or the server', async () => {
		const { location, nails } = salon.ids
		const args = { location, services: [nails], starts_at: at(3, '10:00'), secret_hash: hashOf(randomUUID()) }
		for (const caller of [salon.user.customer, salon.user.owner, 'service_role'])
			expect(await codeOf(salon.call(caller, 'hold_appointment', args))).toMatch(/by_phone|permission denied/)
	})

	test('has free times for members by hand, who book it', async () => {
		const { location, nails, ben } = salon.ids
		const next = await salon.call<unknown[]>(salon.user.manager, 'next_starts_by_hand', {
			...{ location, services: [nails], limit: 2 },
		})
		expect(next).toHaveLength(2)
		const visit = await salon.call(salon.user.manager, 'create_appointment', {
			...{ location, services: [nails], starts_at: at(5, '10:00'), employee: ben, contact: CONTACT, anyway: false },
		})
		expect(visit.state).toBe('confirmed')
		const [explained] = await salon
			.call<{ bookable: boolean; reasons: unknown }[]>(salon.user.manager, 'explain_start', {
				...{ location, services: [nails], starts_at: at(5, '14:00'), employee: ben },
			})
			.then((rows) => (Array.isArray(rows) ? rows : [rows]))
		expect(explained).toMatchObject({ bookable: false, reasons: [{ reason: 'by_phone' }] })
	})

	test('a hold from before can be confirmed, but not be taken again after it has lapsed; the booking is moved by phone', async () => {
		await set(salon.ids.nails, 'online')
		const wish = { services: [salon.ids.nails], employee: salon.ids.ben }
		const early = await salon.hold({ ...wish, starts_at: at(6, '10:00') })
		const late = await salon.hold({ ...wish, starts_at: at(6, '12:00') })
		await set(salon.ids.nails, 'phone')
		await salon.lapse(late.visit.id)
		const confirm = (held: typeof early) =>
			salon.call('anon', 'confirm_appointment', {
				...{ appointment: held.visit.id, secret: held.secret, contact: CONTACT, early_start: salon.agreed },
			})
		expect((await confirm(early)).state).toBe('confirmed')
		const opened = { appointment: early.visit.id, secret: early.secret }
		expect(await salon.call('anon', 'get_booking', opened)).toMatchObject({ can_cancel: true, can_reschedule: false })
		expect(await codeOf(salon.call('anon', 'reschedule_appointment', { ...opened, starts_at: at(7, '10:00') }))).toBe(
			'by_phone',
		)
	})
})

describe('a service that is booked by request', () => {
	afterAll(() => set(salon.ids.cut, 'online'))

	test('makes a request of the whole visit, and says so before', async () => {
		await set(salon.ids.cut, 'request')
		const { visit, secret } = await salon.hold({ starts_at: at(8, '10:00') })
		const opened = { appointment: visit.id, secret }
		expect(await salon.call('anon', 'get_booking', opened)).toMatchObject({ location: { confirms_by_hand: true } })
		const booked = await salon.call('anon', 'confirm_appointment', {
			...opened,
			contact: CONTACT,
			early_start: salon.agreed,
		})
		expect(booked.state).toBe('requested')
		const both = await salon.book({ services: [salon.ids.massage, salon.ids.cut], starts_at: at(8, '14:00') })
		expect(both.visit.state).toBe('requested')
		expect((await salon.book({ services: [salon.ids.massage], starts_at: at(8, '17:00') })).visit.state).toBe(
			'confirmed',
		)
	})

	test('by hand it is confirmed at once', async () => {
		const { location, cut, ben } = salon.ids
		const visit = await salon.call(salon.user.manager, 'create_appointment', {
			...{ location, services: [cut], starts_at: at(8, '10:00'), employee: ben, contact: CONTACT, anyway: false },
		})
		expect(visit.state).toBe('confirmed')
	})
})

describe('a service that newcomers book by request', () => {
	const contact = { ...CONTACT, email: 'customer@example.org' }
	beforeAll(() => set(salon.ids.cut, 'online', true))
	afterAll(() => set(salon.ids.cut, 'online'))
	const bookAs = async (caller: string, starts_at: string) => {
		const secret = randomUUID()
		const args = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, starts_at }
		const held = accepted(await salon.call(caller, 'hold_appointment', { ...args, secret_hash: hashOf(secret) }))
		const { location } = await salon.call<{ location: { confirms_by_hand: boolean } }>(caller, 'get_booking', {
			...{ appointment: held.id, secret },
		})
		const confirmed = await salon.call(caller, 'confirm_appointment', {
			...{ appointment: held.id, secret, contact, early_start: salon.agreed },
		})
		expect(confirmed.state).toBe(location.confirms_by_hand ? 'requested' : 'confirmed')
		return { id: held.id, state: confirmed.state }
	}

	test('is a request until the account has been here; a typed address proves nothing', async () => {
		const first = await bookAs(salon.user.customer, at(9, '10:00'))
		expect(first.state).toBe('requested')
		expect((await bookAs(salon.user.customer, at(9, '11:00'))).state).toBe('requested')
		// The visit happened.
		await salon.sql`update public.appointments set state = 'completed', starts_at = now() - interval '2 days', ends_at = now() - interval '47 hours'
			where id = ${first.id}`
		expect((await bookAs('anon', at(9, '12:00'))).state).toBe('requested')
		expect((await bookAs(salon.user.customer, at(9, '13:00'))).state).toBe('confirmed')
	})

	test('how an address is written makes no difference', async () => {
		const hand = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.ben }
		await salon.call(salon.user.manager, 'create_appointment', {
			...{ ...hand, starts_at: at(-3, '10:00'), contact: { ...CONTACT, email: 'Manager@Example.org' } },
			...{ anyway: true, notify: false },
		})
		await salon.sql`update public.customers set email = 'Manager@Example.org' where email::text = 'manager@example.org'`
		expect((await bookAs(salon.user.manager, at(9, '17:00'))).state).toBe('confirmed')
	})

	test.each([
		['foreigner', 'confirmed'],
		['stranger', 'requested'],
	] as const)('a visit entered by hand counts for the account with its confirmed address: %s', async (name, state) => {
		const { location, cut, ben } = salon.ids
		await salon.call(salon.user.manager, 'create_appointment', {
			...{
				location,
				services: [cut],
				starts_at: at(-2, '10:00'),
				employee: name === 'stranger' ? ben : salon.ids.anna,
			},
			...{ contact: { ...CONTACT, email: `${name}@example.org` }, anyway: true, notify: false },
		})
		const hour = name === 'stranger' ? '15:00' : '16:00'
		expect((await bookAs(salon.user[name], at(9, hour))).state).toBe(state)
	})
})

test('managers choose the way, staff and others do not', async () => {
	const change = (caller: string) =>
		salon.run(
			caller,
			`update public.services set booking_way = 'request' where id = '${salon.ids.massage}' returning id`,
		)
	expect(await change(salon.user.manager)).toHaveLength(1)
	for (const caller of [salon.user.staff, salon.user.foreigner, salon.user.customer])
		expect(await change(caller)).toHaveLength(0)
	await expect(change('anon')).rejects.toThrow(/permission denied/)
})
