import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erasureContract } from '#app/features/customers/erasure.contracts.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const VERA = {
	name: 'Vera Verschwunden',
	email: 'vera.weg@example.org',
	phone: '+49307777777',
	note: 'Bitte leise klingeln',
}
const WORDS = [
	'Vera V',
	'Verschwunden',
	'vera.weg',
	'30777',
	'klingeln',
	'Blutverdünner',
	'Tochter Lea',
	'Zweitname',
	'Kaffeetante',
]

let salon: Salon
let file: string
let day = 3
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	day += 1
	await salon.sql`delete from public.appointments`
	await salon.sql`delete from public.customers`
	await salon.sql`delete from public.withdrawals`
	await salon.sql`delete from public.customer_erasures`
	await salon.book({ starts_at: at(day, '10:00') }, VERA)
	file = String((await salon.sql`select id from public.customers where email = ${VERA.email}`)[0]?.id)
	await salon.composeMails()
})

const verb = (who: Caller, name: string, args: object = {}, now?: string) =>
	salon.call(who, name, { company: salon.ids.company, customer: file, ...args }, now)
const erase = (who: Caller = salon.user.manager, typed = VERA.name, now = at(day, '23:00')) =>
	verb(who, 'erase_customer', { typed }, now)

test('nothing of the person is left in any table but the proofs; the visits stay without a name', async () => {
	const { user, ids } = salon
	for (const [kind, value] of [
		['phone', '030 777 1'],
		['name', 'Zweitname'],
	] as const)
		await verb(user.manager, 'add_customer_contact', { kind, value })
	await verb(user.manager, 'add_customer_relative', { name: 'Tochter Lea' })
	await verb(user.manager, 'save_health', { note: 'Blutverdünner' })
	await salon.sql`insert into public.customers (company_id, name, note) values (${ids.company}, 'Vera V.', 'Kaffeetante')`
	const [other] = await salon.sql`select id from public.customers where name = 'Vera V.'`
	await salon.call(user.manager, 'merge_customers', { company: ids.company, kept: file, gone: other?.id })
	const [visit] = await salon.sql`select id from public.appointments`
	const { id: event } = await salon.call(user.manager, 'create_event', {
		...{ location: ids.location, service: ids.cut, employee: ids.ben, seats: 2 },
		...{ starts_at: at(day, '14:00'), ends_at: at(day, '15:00') },
	})
	await salon.sql`insert into public.event_waits (event_id, seats, name, email) values (${event}, 1, ${VERA.name}, ${VERA.email})`
	await salon.sql`insert into public.reviews (location_id, appointment_id, author, rating) values (${ids.location}, ${visit?.id}, 'Vera V.', 5)`
	await salon.sql`insert into public.withdrawals (appointment_id, company_id, name, email, booking_number)
		values (${visit?.id}, ${ids.company}, 'Proof', 'proof@example.org', '1')`

	const preview = erasureContract.strict().parse(await verb(user.manager, 'preview_erasure', {}, at(day, '23:00')))
	expect(preview).toMatchObject({
		name: VERA.name,
		appointments: 1,
		contacts: 3,
		relatives: 1,
		health: true,
		reviews: 1,
		withdrawals: 1,
	})
	expect(preview.messages).toBeGreaterThan(0)
	await erase()
	const tables = await salon.sql<{ name: string }[]>`select format('%I.%I', schemaname, tablename) as name
		from pg_tables where schemaname in ('public', 'internal')`
	for (const { name } of tables) {
		const text = JSON.stringify(await salon.sql.unsafe(`select to_jsonb(one)::text as one from ${name} one`))
		for (const word of WORDS) expect(text.toLowerCase(), `${name}: ${word}`).not.toContain(word.toLowerCase())
	}
	expect(
		await salon.sql`select contact_name, contact_email, customer_id, user_id, total_cents from public.appointments`,
	).toEqual([
		{ contact_name: 'Daten gelöscht', contact_email: '', customer_id: null, user_id: null, total_cents: 4500 },
	])
	expect(await salon.sql`select name from public.withdrawals`).toHaveLength(1)
	expect(await salon.run(user.manager, 'select who, appointments from public.customer_erasures')).toEqual([
		{ who: 'manager@example.org', appointments: 1 },
	])
})

test('nobody is erased by mistake, nor while they are expected', async () => {
	expect(await codeOf(erase(salon.user.manager, 'Vera'))).toBe('erasure_not_typed')
	expect(await codeOf(erase(salon.user.manager, ''))).toBe('erasure_not_typed')
	expect(await codeOf(erase(salon.user.manager, VERA.name, at(day, '09:00')))).toBe('erasure_too_early')
	await erase(salon.user.manager, ' vera  VERSCHWUNDEN ')
	expect(await codeOf(erase())).toBe('customer_not_found')
})

test('managers and owners of the company alone erase and read that it was done', async () => {
	const { user } = salon
	const reception = await salon.addMember('reception')
	for (const who of [user.staff, reception, user.customer, user.stranger, user.foreigner]) {
		expect(await codeOf(erase(who))).toBe('not_allowed')
		expect(await codeOf(verb(who, 'preview_erasure'))).toBe('not_allowed')
	}
	const { other } = salon.ids
	expect(await codeOf(verb(user.foreigner, 'erase_customer', { company: other, typed: VERA.name }))).toBe(
		'customer_not_found',
	)
	await erase(user.owner)
	for (const who of [user.staff, reception, user.foreigner, user.customer])
		expect(await salon.run(who, 'select from public.customer_erasures')).toHaveLength(0)
	expect(await salon.run(user.owner, 'select from public.customer_erasures')).toHaveLength(1)
})

test('the account of the marketplace stays, and a later booking makes a new card', async () => {
	const hold = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
	const contact = { ...VERA, email: 'customer@example.org' }
	const book = async (starts_at: string) => {
		const { id } = await salon.call(salon.user.customer, 'hold_appointment', { ...hold, starts_at })
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: id, contact })
	}
	await book(at(day, '12:00'))
	file = String((await salon.sql`select id from public.customers where email = 'customer@example.org'`)[0]?.id)
	await erase()
	expect(await salon.sql`select from auth.users where id = ${salon.user.customer}`).toHaveLength(1)
	await book(at(day, '14:00'))
	const [again] = await salon.sql`select id, note from public.customers where email = 'customer@example.org'`
	expect(again).toMatchObject({ note: '' })
	expect(again?.id).not.toBe(file)
})

test('that it was done is kept for three years', async () => {
	await erase()
	const kept = () => salon.sql`select from public.customer_erasures`
	await salon.call('service_role', 'forget_due', { rule: 'customer_erasures' }, at(365 * 3 - 30, '12:00'))
	expect(await kept()).toHaveLength(1)
	await salon.call('service_role', 'forget_due', { rule: 'customer_erasures' }, at(365 * 5, '12:00'))
	expect(await kept()).toHaveLength(0)
})

test('whoever must not read health data does not learn from the preview whether there are any', async () => {
	const { user, ids, sql } = salon
	const health = async () =>
		erasureContract.strict().parse(await verb(user.manager, 'preview_erasure', {}, at(day, '23:00'))).health
	expect(await health()).toBe(false)
	await sql`insert into public.member_rights (company_id, user_id, name, granted) values (${ids.company}, ${user.manager}, 'health', false)`
	expect(await health()).toBeNull()
	await sql`insert into public.customer_health values (${file}, ${ids.company}, 'Pflaster', now(), 'Lea')`
	expect(await health()).toBeNull()
	await sql`delete from public.member_rights`
	expect(await health()).toBe(true)
})
