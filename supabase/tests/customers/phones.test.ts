import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchContract } from '#app/features/customers/customers.contracts.ts'
import { readPhone } from '#app/lib/phone.server.ts'
import { runs } from '#backend/testing/property-runs.ts'
import { at, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const E164 = '+491713920091'

test('the database reads numbers like the app', async () => {
	const between = fc.constantFrom('', ' ', '/', '-', '.', ' - ')
	const spelling = fc
		.tuple(
			fc.constantFrom('0', '+49', '0049', '+49 (0)', '0049(0)', '+49 0', '(0', '+43 ', '0041 ', '+44 (0)', '+39 0'),
			fc.stringMatching(/^[1-9]\d{1,3}$/),
			between,
			fc.stringMatching(/^\d{3,4}$/),
			between,
			fc.stringMatching(/^\d{2,5}$/),
		)
		.map(([country, area, ...rest]) => `${country}${area}${country === '(0' ? ')' : ''}${rest.join('')}`)
	const spellings = fc.sample(spelling, runs(2000))
	const rows = await salon.sql`select typed, internal.e164(typed) as stored from unnest(${spellings}::text[]) typed`
	const read = rows.map(({ typed, stored }) => ({ typed, stored, app: readPhone(typed) })).filter(({ app }) => app)
	expect(read.length).toBeGreaterThan(1000)
	expect(read.filter(({ stored, app }) => stored !== app)).toEqual([])
})

test('every number is stored in one spelling, whoever writes it; unreadable ones stay unchanged', async () => {
	const { sql, ids, user, run } = salon
	const write = async (phone: string) => {
		const [row] = await run(
			user.manager,
			"insert into public.customers (company_id, name, phone) values ($1, 'Von Hand', $2) returning phone",
			[ids.company, phone],
		)
		return row?.phone as string
	}
	for (const typed of ['0171 3920091', '+49 (0)171/392-0091', '0049 171 3920091', E164])
		expect(await write(typed)).toBe(E164)
	for (const typed of ['391 2009', 'nur abends', '', '0171 3920091 (Mutter)', '030 1'])
		expect(await write(typed)).toBe(typed)
	await run(user.customer, "update public.profiles set phone = '0171/3920091' where id = $1", [user.customer])
	expect(await sql`select phone from public.profiles where id = ${user.customer}`).toEqual([{ phone: E164 }])

	const { id } = await salon.book({ starts_at: at(3, '10:00') }, { ...CONTACT, phone: '0171 392 00 91' })
	const [booked] =
		await sql`select contact_phone, file.phone from public.appointments join public.customers file on file.id = customer_id
		where appointments.id = ${id}`
	expect(booked).toEqual({ contact_phone: E164, phone: E164 })
})

test('guests need a number that can be dialled, members can store any other', async () => {
	const { ids, user } = salon
	const contact = { name: 'Kurz', email: '', phone: '391 2009' }
	const booked = salon.book({ starts_at: at(4, '10:00') }, { ...CONTACT, phone: '391 2009' })
	expect(await codeOf(booked)).toBe('phone_invalid')
	const args = { location: ids.location, services: [ids.cut], employee: ids.anna, contact }
	const first = await salon.call(user.manager, 'create_appointment', { ...args, starts_at: at(4, '11:00') })
	const again = await salon.call(user.manager, 'create_appointment', { ...args, starts_at: at(4, '12:00') })
	const files =
		await salon.sql`select distinct customer_id, contact_phone from public.appointments where id in (${first.id}, ${again.id})`
	expect(files).toMatchObject([{ contact_phone: '391 2009' }])
})

test('older numbers are found, recognized, and converted in batches', async () => {
	const { sql, ids, user } = salon
	const old = await sql.begin(async (own) => {
		await own`alter table public.customers disable trigger normalise_phone`
		const [row] =
			await own`insert into public.customers (company_id, name, phone) values (${ids.company}, 'Olga Alt', '0151 / 391-2009') returning id`
		await own`insert into public.customers (company_id, name, phone) values (${ids.company}, 'Otto Alt', 'nur abends')`
		await own`alter table public.customers enable trigger normalise_phone`
		return row?.id as string
	})
	const contact = { name: 'Olga Alt', email: '', phone: '+49 151 3912009' }
	const args = { location: ids.location, services: [ids.cut], employee: ids.anna, contact, starts_at: at(5, '10:00') }
	const { id } = await salon.call(user.manager, 'create_appointment', args)
	expect(await sql`select customer_id from public.appointments where id = ${id}`).toEqual([{ customer_id: old }])
	await sql`update public.appointments set contact_phone = '0151/3912009' where id = ${id}`
	const found = async (text: string) =>
		(
			await salon.call<{ rows: { name: string }[] }>(user.manager, 'list_customers', { company: ids.company, text })
		).rows.map(({ name }) => name)
	for (const text of ['0151 391', '+49151391', '1513912009', '0049 (0)151/39', '49 151 3912009'])
		expect(await found(text)).toEqual(['Olga Alt'])

	const done: Record<string, number> = { customers: 0, appointments: 0, profiles: 0 }
	for (const table of Object.keys(done)) {
		let after: string | null = null
		do {
			const batch = batchContract
				.strict()
				.parse(await salon.call('service_role', 'normalise_phones', { table, after, limit: 2 }))
			done[table] = (done[table] ?? 0) + batch.done
			after = batch.last
		} while (after)
	}
	expect(done).toEqual({ customers: 1, appointments: 1, profiles: 0 })
	expect(await sql`select phone from public.customers where name like '% Alt' order by name`).toEqual([
		{ phone: '+491513912009' },
		{ phone: 'nur abends' },
	])
	for (const text of ['0151 391', '+49151391', '1513912009', '49 151 3912009'])
		expect(await found(text)).toEqual(['Olga Alt'])
	expect(await codeOf(salon.call('service_role', 'normalise_phones', { table: 'companies' }))).toBe('list_wish')
	await expect(salon.call(user.owner, 'normalise_phones', { table: 'customers' })).rejects.toThrow('permission denied')
})
