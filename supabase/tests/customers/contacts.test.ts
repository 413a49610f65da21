import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerContract } from '#app/features/customers/customers.contracts.ts'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const OTHER = 'mia.privat@example.org'

let salon: Salon
let mia: string
let lena: string
let day = 3
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	day += 1
	await salon.sql`delete from public.appointments`
	await salon.sql`delete from public.customers`
	await salon.book({ starts_at: at(day, '10:00') })
	mia = await fileOf(CONTACT.email)
	await salon.sql`insert into public.customers (company_id, name, email) values (${salon.ids.company}, 'Lena Muster', 'lena@example.org')`
	lena = await fileOf('lena@example.org')
})

const fileOf = async (email: string) =>
	(await salon.sql<{ id: string }[]>`select id from public.customers where email = ${email}`)[0]?.id as string
const verb = (who: Caller, name: string, args: object = {}, customer = mia) =>
	salon.call(who, name, { company: salon.ids.company, customer, ...args })
const add = (kind: string, value: string, who: Caller = salon.user.manager, customer = mia) =>
	verb(who, 'add_customer_contact', { kind, value }, customer)
const card = async (customer = mia, who: Caller = salon.user.manager) =>
	customerContract.parse(await verb(who, 'open_customer', {}, customer))
const names = async (text: string) =>
	(
		await salon.call<{ rows: { name: string }[] }>(salon.user.manager, 'list_customers', {
			...{ company: salon.ids.company, text },
		})
	).rows.map(({ name }) => name)

describe('further addresses, numbers and names', () => {
	test.each([
		['phone', '0171 / 391-2009', ['+49 171 391', '1713912', '01713912009']],
		['email', 'Mia.Privat@Example.org', ['privat', 'mia.privat@']],
		['name', 'Mía Öztürk', ['oeztuerk', 'öz', 'mia muster oztuerk'.replace('ozt', 'oezt')]],
	])('a %s is found in any spelling, until it is removed', async (kind, value, texts) => {
		for (const text of texts) expect(await names(text)).toEqual([])
		await add(kind, value)
		for (const text of texts) expect(await names(text)).toEqual([CONTACT.name])
		const found = await salon.call(salon.user.manager, 'find_customers', {
			...{ location: salon.ids.location, text: texts[0] },
		})
		expect(found).toMatchObject([{ id: mia }])
		const [contact] = (await card()).contacts
		await verb(salon.user.manager, 'remove_customer_contact', { id: contact?.id })
		for (const text of texts) expect(await names(text)).toEqual([])
	})

	test('the words follow the name, the address and the number of the file', async () => {
		await add('phone', '030 999999')
		await salon.sql`update public.customers set name = 'Ganz Anders' where id = ${mia}`
		expect(await names('mia muster')).toEqual([])
		expect(await names('anders 030999')).toEqual(['Ganz Anders'])
	})

	test('whoever books with a further address is this customer', async () => {
		await add('email', OTHER)
		await salon.book({ starts_at: at(day, '12:00') }, { ...CONTACT, email: OTHER.toUpperCase(), name: 'M. M.' })
		expect(await salon.sql`select distinct customer_id from public.appointments`).toEqual([{ customer_id: mia }])
		await salon.sql`update public.customers set blocked = true where id = ${mia}`
		const refused = salon.book({ starts_at: at(day, '14:00') }, { ...CONTACT, email: OTHER })
		expect(await codeOf(refused)).toBe('not_possible')
	})

	test('whoever is entered by a further name and number is this customer', async () => {
		await add('phone', '030 777777')
		await add('name', 'Mia Alt')
		const enter = (name: string, phone: string, time: string) =>
			salon.call(salon.user.manager, 'create_appointment', {
				...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, notify: false },
				...{ starts_at: at(day, time), contact: { name, phone } },
			})
		await enter('Mia Alt', '030777777', '13:00')
		await enter('Mia Alt', CONTACT.phone, '14:00')
		await enter('Fremd', '030777777', '15:00')
		const files =
			await salon.sql`select contact_name, customer_id = ${mia} as hers from public.appointments order by starts_at`
		expect(files.map(({ hers }) => hers)).toEqual([true, true, true, false])
	})

	test('a booking under a further address is offered to its account, but does not give it the file', async () => {
		await add('email', 'customer@example.org')
		await salon.book({ starts_at: at(day, '12:00') }, { ...CONTACT, email: 'customer@example.org' })
		expect(await salon.call(salon.user.customer, 'own_guest_bookings')).toMatchObject({ state: 'confirmed' })
		expect(await salon.call(salon.user.customer, 'adopt_guest_bookings')).toBe(1)
		expect(await salon.sql`select user_id from public.customers where id = ${mia}`).toEqual([{ user_id: null }])
	})

	test('one of them becomes the first, and what was first stays a further one', async () => {
		await add('email', OTHER)
		const [contact] = (await card()).contacts
		await verb(salon.user.manager, 'put_contact_first', { id: contact?.id })
		expect(await card()).toMatchObject({ email: OTHER, contacts: [{ kind: 'email', value: CONTACT.email }] })
		const gone = verb(salon.user.manager, 'put_contact_first', { id: contact?.id })
		expect(await codeOf(gone)).toBe('contact_not_found')
	})

	test('an address belongs to one customer', async () => {
		expect(await codeOf(add('email', 'LENA@example.org'))).toBe('contact_taken')
		await salon.sql`update public.customers set email = 'Lena@Example.org' where id = ${lena}`
		expect(await codeOf(add('email', 'lena@example.org'))).toBe('contact_taken')
		await salon.sql`update public.customers set email = 'lena@example.org' where id = ${lena}`
		await add('email', OTHER)
		expect(await codeOf(add('email', OTHER, salon.user.manager, lena))).toBe('contact_taken')
		const { company } = salon.ids
		const written = salon.run(
			salon.user.manager,
			'insert into public.customers (company_id, name, email) values ($1, $2, $3)',
			[...[company, 'Neu', OTHER]],
		)
		await expect(written).rejects.toMatchObject({ code: '23505' })
		await add('email', OTHER)
		await add('email', CONTACT.email)
		expect((await card()).contacts).toHaveLength(1)
	})

	test.each([
		['email', 'keine Adresse'],
		['email', ''],
		['phone', ' '],
		['phone', '0'.repeat(41)],
		['name', 'x'.repeat(121)],
		['fax', '030 1'],
	])('a %s like %j is refused', async (kind, value) => {
		expect(await codeOf(add(kind, value))).toBe('further_contact_invalid')
	})

	test('there are twenty at most', async () => {
		for (let n = 0; n < 20; n++) await add('phone', `030 5550${n}`)
		expect(await codeOf(add('phone', '030 999'))).toBe('too_many_contacts')
	})
})

describe('relatives', () => {
	const relate = (args: object, who: Caller = salon.user.manager) =>
		verb(who, 'add_customer_relative', { name: '', relation: 'Tochter', ...args })

	test('are seen from both cards, and go from either', async () => {
		await relate({ relative: lena })
		await relate({ relative: lena, relation: 'Nichte' })
		await relate({ name: 'Opa Karl', relation: '' })
		expect((await card()).relatives).toMatchObject([
			{ name: 'Lena Muster', customer: lena, relation: 'Nichte', books: true },
			{ name: 'Opa Karl', customer: null, books: true },
		])
		const [back] = (await card(lena)).relatives
		expect(back).toMatchObject({ name: CONTACT.name, customer: mia, relation: 'Nichte', books: false })
		await verb(salon.user.manager, 'remove_customer_relative', { id: back?.id }, lena)
		expect((await card()).relatives).toHaveLength(1)
	})

	test('nobody is their own relative, and a relative has a name', async () => {
		expect(await codeOf(relate({ relative: mia }))).toBe('relative_invalid')
		expect(await codeOf(relate({ name: ' ' }))).toBe('relative_invalid')
		const [foreign] = await salon.sql`insert into public.customers (company_id, name)
			values (${salon.ids.other}, 'Fremd') returning id`
		expect(await codeOf(relate({ relative: foreign?.id }))).toBe('customer_not_found')
	})

	test('staff see only relatives whose card they read as well', async () => {
		await relate({ relative: lena })
		await relate({ name: 'Opa Karl' })
		expect((await card(mia, salon.user.staff)).relatives).toMatchObject([{ name: 'Opa Karl' }])
		const rows = await salon.run(salon.user.staff, 'select name from public.customer_relatives')
		expect(rows).toEqual([{ name: 'Opa Karl' }])
	})
})

test('only who has all customers of this company writes', async () => {
	const { user } = salon
	await add('phone', '030 999')
	const [contact] = (await card()).contacts
	for (const who of [user.staff, user.customer, user.stranger, user.foreigner]) {
		const calls = [
			() => add('phone', '030 1', who),
			() => verb(who, 'remove_customer_contact', { id: contact?.id }),
			() => verb(who, 'put_contact_first', { id: contact?.id }),
			() => verb(who, 'add_customer_relative', { name: 'X' }),
			() => verb(who, 'remove_customer_relative', { id: contact?.id }),
		]
		for (const call of calls) expect(await codeOf(call())).toBe('customer_not_found')
	}
	expect(await codeOf(add('phone', '030 1', 'anon'))).toMatch(/permission denied/)
	expect((await card()).contacts).toHaveLength(1)
})
