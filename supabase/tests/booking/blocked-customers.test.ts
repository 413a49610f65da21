import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPlace, confirmPlace, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, CONTACT, openSalon, type Salon } from './salon.ts'

let salon: Salon
let blocked: string
let day = 3
beforeAll(async () => {
	salon = await openSalon(20)
	await salon.sql`update public.locations set phone = '030 1234567' where id = ${salon.ids.location}`
})
afterAll(() => salon.close())
beforeEach(async () => {
	day++
	await salon.sql`update public.customers set blocked = false where company_id = ${salon.ids.company}`
	await salon.sql`delete from public.customer_contacts where company_id = ${salon.ids.company}`
	await salon.sql`delete from public.customers where name = 'Gesperrt'`
	const [file] = await salon.sql`insert into public.customers (company_id, name, email, phone, blocked)
		values (${salon.ids.company}, 'Gesperrt', 'gesperrt@example.org', '0171 3912009', true) returning id`
	blocked = String(file?.id)
})

let turn = 0
const fresh = () => ({ ...CONTACT, email: `neu${turn++}@example.org`, phone: '030 7654321' })
const contact = (kind: string, value: string) =>
	salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		values (${salon.ids.company}, ${blocked}, ${kind}, ${value})`

async function book(given: object) {
	const { visit, secret } = await salon.hold({ starts_at: at(day, '10:00') })
	const args = { appointment: visit.id, secret, contact: given, early_start: salon.agreed }
	const code = await codeOf(salon.call('anon', 'confirm_appointment', args))
	// The time is free for the next one.
	await salon.call('anon', code === 'no error' ? 'cancel_appointment' : 'release_hold', {
		appointment: visit.id,
		secret,
	})
	return code
}

describe('whom a business has blocked', () => {
	test.each([
		['the address in any spelling', { email: 'Gesperrt@Example.org' }],
		['the number', { phone: '+49 171 3912009' }],
		['the number as it is dialled', { phone: '0171/391-2009' }],
		['the number from abroad', { phone: '0049 (0)171 3912009' }],
	])('does not book online, recognised by %s', async (_name, given) => {
		expect(await book({ ...fresh(), ...given })).toBe('not_possible')
		await salon.sql`update public.customers set blocked = false where id = ${blocked}`
		expect(await book({ ...fresh(), ...given })).toBe('no error')
	})

	test('is recognised by further addresses and numbers, and by no others', async () => {
		await contact('email', 'privat@example.org')
		await contact('phone', '+4930111222')
		await contact('name', 'neuer name')
		expect(await book({ ...fresh(), email: 'PRIVAT@example.org' })).toBe('not_possible')
		expect(await book({ ...fresh(), phone: '030 111222' })).toBe('not_possible')
		expect(await book({ ...fresh(), name: 'neuer name' })).toBe('no error')
		// Without a number in the file, an empty one is nobody's.
		await salon.sql`update public.customers set phone = '' where id = ${blocked}`
		expect(await book({ ...fresh(), phone: '' })).toBe('no error')
	})

	test('is recognised by the account, whatever address is typed', async () => {
		const bookAs = async () => {
			const hold = { location: salon.ids.location, services: [salon.ids.cut], starts_at: at(day, '12:00') }
			const visit = await salon.call(salon.user.customer, 'hold_appointment', hold)
			const args = { appointment: visit.id, contact: fresh(), early_start: salon.agreed }
			const code = await codeOf(salon.call(salon.user.customer, 'confirm_appointment', args))
			if (code !== 'no error') await salon.call(salon.user.customer, 'release_hold', { appointment: visit.id })
			return code
		}
		await salon.sql`update public.customers set user_id = ${salon.user.customer} where id = ${blocked}`
		expect(await bookAs()).toBe('not_possible')
		await salon.sql`update public.customers set user_id = null, email = 'CUSTOMER@example.org' where id = ${blocked}`
		expect(await bookAs()).toBe('not_possible')
		await salon.sql`update public.customers set email = 'other@example.org' where id = ${blocked}`
		expect(await bookAs()).toBe('no error')
	})

	test('does not take the family along that shares the number, once they have shown who they are', async () => {
		const line = { ...fresh(), phone: '0171 3912009' }
		const asAccount = async () => {
			const hold = { location: salon.ids.location, services: [salon.ids.cut], starts_at: at(day, '12:00') }
			const visit = await salon.call(salon.user.customer, 'hold_appointment', hold)
			const args = { appointment: visit.id, contact: line, early_start: salon.agreed }
			const code = await codeOf(salon.call(salon.user.customer, 'confirm_appointment', args))
			const end = code === 'no error' ? 'cancel_appointment' : 'release_hold'
			await salon.call(salon.user.customer, end, { appointment: visit.id })
			return code
		}
		await salon.sql`delete from public.customers where user_id = ${salon.user.customer} or email = 'customer@example.org'`
		expect(await asAccount()).toBe('not_possible')
		await salon.sql`insert into public.customers (company_id, name, email, phone)
			values (${salon.ids.company}, 'Tochter', 'Customer@example.org', '0171 3912009')`
		expect(await asAccount()).toBe('no error')
		// A file of another company says nothing, and a guest shows nothing.
		expect(await book({ ...line, name: 'Tochter' })).toBe('not_possible')
		expect(await book({ ...line, name: 'Tochter', email: 'customer@example.org' })).toBe('not_possible')
		await salon.sql`update public.customers set company_id = ${salon.ids.other} where name = 'Tochter'`
		expect(await asAccount()).toBe('not_possible')
		await salon.sql`update public.customers set company_id = ${salon.ids.company}, blocked = true where name = 'Tochter'`
		expect(await asAccount()).toBe('not_possible')
		await salon.sql`delete from public.customers where name = 'Tochter'`
	})

	test('hears the number of the location, as from a closed company, and leaves no file and no booking', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(day, '10:00') })
		const given = { ...fresh(), phone: '0171 3912009' }
		const args = { appointment: visit.id, secret, contact: given, early_start: salon.agreed }
		const refusal = () =>
			salon
				.call('anon', 'confirm_appointment', args)
				.catch(({ message, detail }: { message: string; detail: string }) => ({ message, detail }))
		const heard = await refusal()
		expect(heard).toEqual({ message: 'not_possible', detail: '030 1234567' })
		expect(await salon.sql`select from public.customers where email = ${given.email}`).toHaveLength(0)
		await salon.sql`update public.companies set state = 'closed' where id = ${salon.ids.company}`
		const closed = await refusal()
		await salon.sql`update public.companies set state = 'active' where id = ${salon.ids.company}`
		expect(closed).toEqual(heard)
	})

	test('is not told apart once an address has had too many bookings, so nobody tries numbers for nothing', async () => {
		const [given, from] = [fresh(), '203.0.113.9']
		const confirm = async (more: object) => {
			const { visit, secret } = await salon.hold({ starts_at: at(day, '10:00') }, undefined, from)
			const args = { appointment: visit.id, secret, contact: { ...given, ...more }, early_start: salon.agreed }
			const code = await codeOf(salon.call('anon', 'confirm_appointment', args, undefined, from))
			const end = code === 'no error' ? 'cancel_appointment' : 'release_hold'
			await salon.call('anon', end, { appointment: visit.id, secret })
			return code
		}
		for (let count = 0; count < 6; count++) expect(await confirm({})).toBe('no error')
		expect(await confirm({})).toBe('too_many_to_address')
		expect(await confirm({ phone: '0171 3912009' })).toBe('too_many_to_address')
	})

	test('is booked by hand, and books at other companies', async () => {
		const wish = {
			...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, notify: false },
			...{ starts_at: at(day, '10:00'), contact: { name: 'Gesperrt', phone: '0171 3912009' } },
		}
		expect(await codeOf(salon.call(salon.user.manager, 'create_appointment', wish))).toBe('no error')
		const [elsewhere] = await salon.sql`insert into public.companies (name) values ('Anderswo') returning id`
		await salon.sql`update public.customers set company_id = ${elsewhere?.id} where id = ${blocked}`
		const { visit, secret } = await salon.hold({ starts_at: at(day, '14:00') })
		const args = {
			appointment: visit.id,
			secret,
			contact: { ...fresh(), phone: '0171 3912009' },
			early_start: salon.agreed,
		}
		expect(await codeOf(salon.call('anon', 'confirm_appointment', args))).toBe('no error')
	})

	test('has no seat of a course, and is offered none from its waiting list', async () => {
		const { id } = await makeCourse(salon, day, { seats: 1 })
		const held = await holdSeats(salon, id)
		const args = { appointment: held.visit.id, secret: held.secret, contact: { ...fresh(), phone: '0171 3912009' } }
		expect(await codeOf(salon.call('anon', 'confirm_appointment', args))).toBe('not_possible')
		await confirmSeats(salon, held)
		const wait = async (email: string, phone = '') => {
			const place = await askForPlace(salon, id, { email, phone })
			// Who waits learns nothing.
			expect(place.answer).toBe('mail')
			await confirmPlace(salon, place)
			return place.id
		}
		await wait(`w${turn++}@example.org`, '0049 171 3912009')
		await contact('email', 'privat@example.org')
		await wait('Privat@example.org')
		const other = await wait(`w${turn++}@example.org`, '030 7654321')
		await salon.call('anon', 'cancel_appointment', { appointment: held.visit.id, secret: held.secret })
		const offered = await salon.sql`select id from public.event_waits where event_id = ${id} and hold_id is not null`
		expect(offered).toEqual([{ id: other }])
	})
})
