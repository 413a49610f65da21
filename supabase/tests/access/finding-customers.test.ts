import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundCustomersContract } from '#app/features/appointments/find-customers.contracts.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	const { company, other } = salon.ids
	const file = (name: string, email: string | null, phone: string, of = company) =>
		salon.sql`insert into public.customers (company_id, name, email, phone) values (${of}, ${name}, ${email}, ${phone})`
	await file('Jürgen Müller', 'jm@example.org', '+49 171 3920091')
	await file('Sükrü Yılmaz', 'post_1@example.com', '030/123 456-7')
	await file('Anna O’Neill 100%', null, '')
	await file('Müller fremd', 'fremd@example.org', '0171 3920091', other)
})
afterAll(() => salon.close())

async function names(who: string, text: string, location = salon.ids.location): Promise<string[]> {
	const found = foundCustomersContract.parse(await salon.call(who, 'find_customers', { location, text }))
	return found.map(({ name, id }) => (id ? name : `(${name})`))
}

test('managers find customers by parts of names, mail addresses and phone numbers, however they are written', async () => {
	const { manager } = salon.user
	for (const text of ['müll', 'MUELLER', 'mül jür', 'jm@', '01713920091', '+49 (0)171 39', '392 00', '0049171']) {
		expect(await names(manager, text)).toEqual(['Jürgen Müller'])
	}
	expect(await names(manager, 'yilm')).toEqual(['Sükrü Yılmaz'])
	expect(await names(manager, '030 1234567')).toEqual(['Sükrü Yılmaz'])
	// Two letters must begin a word, and special characters of a search are taken literally.
	expect(await names(manager, 'yi')).toEqual(['Sükrü Yılmaz'])
	expect(await names(manager, 'lm')).toEqual([])
	expect(await names(manager, '0%')).toEqual([])
	expect(await names(manager, '100%')).toEqual(['Anna O’Neill 100%'])
	expect(await names(manager, 'st_1')).toEqual(['Sükrü Yılmaz'])
	expect(await names(manager, '_%_')).toEqual([])
	for (const text of ['', ' ', 'm', "'; drop table customers; --", '\\', 'x'.repeat(5000)]) {
		expect(await names(manager, text)).toEqual([])
	}
})

test('a search lists names that begin with it first, at most eight, with the last visit', async () => {
	const { sql, ids, user } = salon
	await sql`insert into public.customers (company_id, name) select ${ids.company}, 'Berta ' || chr(64 + n) || ' Zander' from generate_series(1, 12) n`
	await sql`insert into public.customers (company_id, name) values (${ids.company}, 'Zander, Zoe')`
	const found = await names(user.owner, 'zander')
	expect(found).toHaveLength(8)
	expect(found.slice(0, 2)).toEqual(['Zander, Zoe', 'Berta A Zander'])
	const contact = { name: 'Paula Pünktlich', email: 'paula@example.org', phone: '' }
	await salon.book({ starts_at: at(3, '09:00') }, contact)
	await salon.book({ starts_at: at(4, '09:00') }, contact)
	const [paula] = foundCustomersContract.parse(
		await salon.call(user.manager, 'find_customers', { location: ids.location, text: 'paula' }),
	)
	expect(Date.parse(paula?.last_visit ?? '')).toBe(Date.parse(at(4, '09:00')))
})

test('whoever books for somebody is found by that name, and the answer says so; no colleague reads whom they do not serve', async () => {
	const { sql, ids, user } = salon
	const found = async (who: string, text: string) =>
		foundCustomersContract
			.parse(await salon.call(who, 'find_customers', { location: ids.location, text }))
			.map(({ name, books_for }) => [name, books_for])
	const enter = (day: number, employee: string, contact: object) =>
		salon.call(user.manager, 'create_appointment', {
			...{ location: ids.location, services: [ids.cut], employee, starts_at: at(day, '11:00'), notify: false },
			contact: { name: 'Sabine Sommer', email: 'sommer@example.org', ...contact },
		})
	await enter(6, ids.ben, { for_name: 'Lena Löwe' })
	await enter(7, ids.anna, { for_name: 'Theo' })
	await salon.call('service_role', 'keep_customer_facts')
	const [sabine] = await sql<
		{ id: string; updated_at: Date }[]
	>`select id, updated_at from public.customers where email = 'sommer@example.org'`
	await sql`insert into public.customer_relatives (company_id, customer_id, name) values (${ids.company}, ${sabine?.id as string}, 'Ömer')`
	for (const [text, whom] of [
		['loewe', 'Lena Löwe'],
		['sommer len', 'Lena Löwe'],
		['öm', 'Ömer'],
	] as const)
		expect(await found(user.manager, text)).toEqual([['Sabine Sommer', whom]])
	expect(await found(user.manager, 'sommer')).toEqual([['Sabine Sommer', null]])
	expect(await found(user.staff, 'theo')).toEqual([['Sabine Sommer', 'Theo']])
	expect(await found(user.staff, 'lena')).toEqual([['Sabine Sommer', null]])
	await sql`delete from public.customer_relatives`
	await sql`update public.appointments set for_name = ''`
	const touched = () => sql`select updated_at from public.customers where id = ${sabine?.id as string}`
	const [before] = await touched()
	await salon.call('service_role', 'compute_all_customer_facts')
	for (const text of ['loewe', 'ömer']) expect(await found(user.manager, text)).toEqual([])
	// How long a file is kept does not depend on what a job writes.
	expect(await touched()).toEqual([before])
})

test('staff find only customers they serve and contacts typed into their own appointments', async () => {
	const { ids, user } = salon
	await salon.book({ starts_at: at(5, '09:00') }, { name: 'Eva Eigen', email: 'eva@example.org', phone: '' })
	await salon.book(
		{ starts_at: at(5, '09:00'), employee: ids.ben },
		{ name: 'Emil Ben', email: 'emil@example.org', phone: '' },
	)
	await salon.call(user.staff, 'create_appointment', {
		...{ location: ids.location, services: [ids.cut], starts_at: at(6, '10:00'), employee: ids.anna },
		// The address of a file that its author still cannot read.
		contact: { name: 'Egon Eingetragen', email: 'jm@example.org', phone: '' },
	})
	expect(await names(user.staff, 'ei')).toEqual(['(Egon Eingetragen)', 'Eva Eigen'])
	expect(await names(user.staff, 'emil')).toEqual([])
	expect(await names(user.staff, 'müller')).toEqual([])
	expect(await names(user.staff, '3920091')).toEqual([])
	expect(await names(user.manager, 'emil')).toEqual(['Emil Ben'])
})

test('only members of the location can search', async () => {
	for (const who of ['stranger', 'customer', 'foreigner'] as const) {
		expect(await codeOf(names(salon.user[who], 'müller'))).toBe('location_not_found')
	}
	expect(await names(salon.user.foreigner, 'müller', salon.ids.foreignLocation)).toEqual(['Müller fremd'])
	expect(await codeOf(names('anon', 'müller'))).toMatch(/permission denied/)
	expect(await codeOf(names('service_role', 'müller'))).toMatch(/permission denied/)
})
