import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
const contact = (email: string) => ({ name: 'Kim', email, phone: '', note: '' })
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`update auth.users set email_confirmed_at = now() where email in ('customer@example.org', 'owner@example.org')`
})
afterAll(() => salon.close())

const offered = (who: string) =>
	salon.run(who, 'select id, location_name, city, time_zone, state, withdrawn from public.own_guest_bookings()')
const adopt = (who: string) => salon.call<number>(who, 'adopt_guest_bookings')

test('only bookings of the same confirmed address are offered and taken over, once', async () => {
	const { user, sql } = salon
	const own = await salon.book({ starts_at: at(3, '10:00') }, contact('Customer@Example.org'))
	const foreign = await salon.book({ starts_at: at(3, '11:00') }, contact('jemand@example.org'))
	const unconfirmed = await salon.book({ starts_at: at(3, '12:00') }, contact('stranger@example.org'))
	expect(await offered(user.customer)).toEqual([
		{
			...{ id: own.id, location_name: 'salon-loewe', city: 'Berlin', time_zone: 'Europe/Berlin' },
			...{ state: 'confirmed', withdrawn: false },
		},
	])
	// An address that is only typed, not confirmed, shows nothing of its bookings.
	expect(await offered(user.stranger)).toEqual([])
	expect(await adopt(user.stranger)).toBe(0)
	expect(await offered(user.owner)).toEqual([])
	for (const call of [offered, adopt]) expect(await codeOf(call('anon'))).toMatch(/permission denied/)

	expect(await adopt(user.customer)).toBe(1)
	expect(await adopt(user.customer)).toBe(0)
	expect(await offered(user.customer)).toEqual([])
	expect(await salon.run(user.customer, 'select id from public.appointments')).toEqual([{ id: own.id }])
	const owners = await sql`select id, user_id from public.appointments where id in (${foreign.id}, ${unconfirmed.id})`
	expect(owners.map((row) => row.user_id)).toEqual([null, null])
	const [file] = await sql`select user_id from public.customers where email = 'customer@example.org'`
	expect(file?.user_id).toBe(user.customer)
	const [event] = await sql`select verb, actor, actor_id from public.appointment_events
		where appointment_id = ${own.id} order by id desc limit 1`
	expect(event).toEqual({ verb: 'adopt', actor: 'customer', actor_id: user.customer })
	await sql`update auth.users set email_confirmed_at = now() where id = ${user.stranger}`
	expect((await offered(user.stranger)).map((row) => row.id)).toEqual([unconfirmed.id])
})

test('a booking made with another address is not offered, whatever address the business has put into its file', async () => {
	const { user, sql } = salon
	const booking = await salon.book({ starts_at: at(4, '10:00') }, contact('vorher@example.org'))
	await sql`update public.customers set email = 'neu@example.org' where email = 'vorher@example.org'`
	await sql`update auth.users set email = 'neu@example.org' where id = ${user.customer}`
	expect(await offered(user.customer)).toEqual([])
	expect(await adopt(user.customer)).toBe(0)
	const [row] = await sql`select user_id from public.appointments where id = ${booking.id}`
	expect(row?.user_id).toBeNull()
	await sql`update auth.users set email = 'customer@example.org' where id = ${user.customer}`
})

test('an offer says which bookings were cancelled and which were withdrawn', async () => {
	const { user, sql } = salon
	const email = 'customer@example.org'
	const cancelled = await salon.book({ starts_at: at(6, '10:00') }, contact(email))
	const withdrawn = await salon.book({ starts_at: at(6, '11:00'), services: [salon.ids.massage] }, contact(email))
	await sql`update public.appointments set state = 'cancelled' where id = ${cancelled.id}`
	await salon.call('anon', 'withdraw_appointment', { appointment: withdrawn.id, secret: withdrawn.secret })
	const told = (await offered(user.customer)).map((row) => [row.id, row.state, row.withdrawn])
	expect(told).toEqual([
		[withdrawn.id, 'cancelled', true],
		[cancelled.id, 'cancelled', false],
	])
	expect(await adopt(user.customer)).toBe(2)
})

test('the second factor is required here as well', async () => {
	const { user, sql } = salon
	await salon.book({ starts_at: at(5, '10:00') }, contact('customer@example.org'))
	await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
		values (gen_random_uuid(), ${user.customer}, 'totp', 'verified', now(), now())`
	expect(await offered(user.customer)).toEqual([])
	expect(await codeOf(adopt(user.customer))).toBe('not_signed_in')
	await sql`delete from auth.mfa_factors`
	expect(await adopt(user.customer)).toBe(1)
})
