import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerContract } from '#app/features/customers/customers.contracts.ts'
import {
	duplicatesContract,
	mergePreviewContract,
	undoneMergeContract,
} from '#app/features/customers/merges.contracts.ts'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const OLD = 'mia.alt@example.org'

let salon: Salon
let kept: string
let gone: string
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
	await salon.book({ starts_at: at(day, '12:00') }, { ...CONTACT, email: OLD, name: 'Mia Alt', phone: '+4930999999' })
	;[kept, gone] = [await fileOf(CONTACT.email), await fileOf(OLD)] as [string, string]
	await salon.sql`update public.customers set note = 'Trinkt Tee', tags = '{Stamm}' where id = ${kept}`
	await salon.sql`update public.customers set note = 'Mag Kaffee', tags = '{Stamm,Farbe}', birthday = '1980-02-03', blocked = true where id = ${gone}`
	await salon.composeMails()
})

const fileOf = async (email: string) =>
	(await salon.sql<{ id: string }[]>`select id from public.customers where email = ${email}`)[0]?.id
const verb = <T = unknown>(who: Caller, name: string, args: object = {}, now?: string) =>
	salon.call<T>(who, name, { company: salon.ids.company, ...args }, now)
const merge = (who: Caller = salon.user.manager, more: object = {}) =>
	verb<string>(who, 'merge_customers', { kept, gone, ...more })
const undo = async (id: string, who: Caller = salon.user.manager, now?: string) =>
	undoneMergeContract.parse(await verb(who, 'undo_merge', { merge: id }, now))
const card = async (customer = kept) =>
	customerContract.strict().parse(await verb(salon.user.manager, 'open_customer', { customer }))
/** Everything that is kept of customers, apart from looks and times of change. */
const everything = async () => {
	const tables = ['customers', 'customer_contacts', 'customer_relatives', 'customer_facts', 'customer_health']
	const rows = await Promise.all(
		tables.map((table) =>
			salon.sql.unsafe(`select to_jsonb(one) - 'updated_at' - 'updated_by' as one from public.${table} one order by 1`),
		),
	)
	const visits = await salon.sql`select id, customer_id from public.appointments order by id`
	const mails = await salon.sql`select id, customer_id from public.messages order by id`
	return JSON.stringify([rows, visits, mails])
}

describe('merging', () => {
	test('moves all that belongs to the person, and undoing brings back all of it', async () => {
		const { user, ids } = salon
		const add = (customer: string, kind: string, value: string) =>
			verb(user.manager, 'add_customer_contact', { customer, kind, value })
		await add(gone, 'phone', '030 888888')
		await add(gone, 'phone', CONTACT.phone)
		await add(kept, 'email', 'mia.arbeit@example.org')
		const [lena] =
			await salon.sql`insert into public.customers (company_id, name) values (${ids.company}, 'Lena') returning id`
		await verb(user.manager, 'add_customer_relative', {
			customer: gone,
			name: '',
			relative: lena?.id,
			relation: 'Tochter',
		})
		await verb(user.manager, 'add_customer_relative', { customer: gone, name: '', relative: kept })
		await verb(user.manager, 'add_customer_relative', { customer: gone, name: 'Opa' })
		await verb(user.manager, 'save_health', { customer: kept, note: 'Pflaster' })
		await verb(user.manager, 'save_health', { customer: gone, note: 'Nüsse' })
		await verb(user.manager, 'open_customer', { customer: gone })
		await salon.sql`select public.compute_all_customer_facts()`
		const before = await everything()

		const made = await merge()
		const after = await card()
		expect(after).toMatchObject({ name: CONTACT.name, note: 'Trinkt Tee\n\nMag Kaffee', tags: ['Stamm', 'Farbe'] })
		expect(after).toMatchObject({ birthday: '1980-02-03', blocked: true, merges: [{ id: made, name: 'Mia Alt' }] })
		expect(after.contacts.map(({ value }) => value).toSorted()).toEqual([
			...['+4930888888', '+4930999999', 'Mia Alt', OLD, 'mia.arbeit@example.org'],
		])
		expect(after.relatives.map(({ name }) => name).toSorted()).toEqual(['Lena', 'Opa'])
		const health = await verb<{ note: string }>(user.manager, 'open_health', { customer: kept })
		expect(health.note).toBe('Pflaster\n\nNüsse')
		for (const table of ['appointments', 'messages', 'customer_looks'])
			expect(await salon.sql.unsafe(`select from public.${table} where customer_id = $1`, [gone])).toHaveLength(0)
		expect(await codeOf(verb(user.manager, 'open_customer', { customer: gone }))).toBe('customer_merged')

		expect(await undo(made)).toEqual({ customer: gone, left: [] })
		expect(await everything()).toBe(before)
		const looks =
			await salon.sql`select what, customer_id = ${gone} as of_gone from public.customer_looks where what in ('card', 'merged', 'parted') order by id`
		expect(looks.filter(({ of_gone }) => of_gone).map(({ what }) => what)).toEqual(['card', 'parted'])
		expect(await codeOf(undo(made))).toBe('merge_not_found')
	})

	test('whoever books or is entered as before is the merged person, also with a card of a name only', async () => {
		const made = await merge()
		await salon.sql`update public.customers set blocked = false where id = ${kept}`
		await salon.book({ starts_at: at(day, '14:00') }, { ...CONTACT, email: OLD })
		const contact = { name: 'Mia Alt', phone: '030 999999' }
		await salon.call(salon.user.manager, 'create_appointment', {
			...{
				location: salon.ids.location,
				services: [salon.ids.cut],
				employee: salon.ids.anna,
				starts_at: at(day, '16:00'),
			},
			...{ contact, notify: false },
		})
		expect(await salon.sql`select distinct customer_id from public.appointments`).toEqual([{ customer_id: kept }])
		expect((await undo(made)).left.toSorted()).toEqual(['card_changed', 'later_bookings'])
		const visits = await salon.sql`select customer_id = ${gone} as back from public.appointments order by starts_at`
		expect(visits.map(({ back }) => back)).toEqual([false, true, true, false])
	})

	test('undoing leaves alone what somebody has changed since, and says so', async () => {
		// A further address is kept in small letters.
		await salon.sql`update public.customers set email = initcap(email::text) where id = ${gone}`
		const made = await merge()
		await salon.sql`update public.customers set note = 'Neu' where id = ${kept}`
		await verb(salon.user.manager, 'save_health', { customer: kept, note: 'Neu' })
		const other = await card()
		const address = other.contacts.find(({ value }) => value === OLD)
		await verb(salon.user.manager, 'put_contact_first', { customer: kept, id: address?.id })
		expect((await undo(made)).left.toSorted()).toEqual(['address_gone', 'card_changed', 'health_changed'])
		expect(await card()).toMatchObject({ note: 'Neu', tags: ['Stamm'], blocked: false, email: OLD, health: true })
		expect(await card(gone)).toMatchObject({ note: 'Mag Kaffee', email: null, health: false })
	})

	test('the latest is taken back first, and nothing after thirty days', async () => {
		const first = await merge()
		await salon.sql`insert into public.customers (company_id, name, email) values (${salon.ids.company}, 'Dritte', 'd@example.org')`
		const third = String(await fileOf('d@example.org'))
		const second = await merge(salon.user.manager, { kept: third, gone: kept })
		expect(await codeOf(undo(first))).toBe('merge_later')
		const late = Temporal.Now.instant()
			.add({ hours: 24 * 31 })
			.toString()
		expect(await codeOf(undo(second, salon.user.manager, late))).toBe('merge_too_old')
		await undo(second)
		await undo(first)
		const again = await merge()
		await salon.call('service_role', 'forget_due', { rule: 'customer_merges' }, late)
		expect(await codeOf(undo(again))).toBe('merge_not_found')
		expect(await salon.sql`select from internal.merged_rows`).toHaveLength(0)
	})

	test('is refused where notes together are too long, and for one card twice', async () => {
		await salon.sql`update public.customers set note = ${'x'.repeat(2500)} where id = ${kept}`
		await salon.sql`update public.customers set note = ${'y'.repeat(2500)} where id = ${gone}`
		expect(await codeOf(merge())).toBe('merge_too_long')
		expect(await codeOf(merge(salon.user.manager, { gone: kept }))).toBe('merge_same')
	})

	test('opens the file to nobody who could not read both', async () => {
		const reads = async () =>
			(await salon.run(salon.user.staff, 'select from public.customers where id = $1', [kept])).length
		await salon.sql`insert into public.customers (company_id, name, note) values (${salon.ids.company}, 'Nur Notiz', 'Geheim')`
		const [secret] = await salon.sql`select id from public.customers where name = 'Nur Notiz'`
		expect(await reads()).toBe(1)
		const made = await merge(salon.user.manager, { gone: secret?.id })
		expect(await reads()).toBe(0)
		await undo(made)
		expect(await reads()).toBe(1)
	})

	test('belongs to those who have all customers of this company', async () => {
		const { user } = salon
		for (const who of [user.staff, user.customer, user.stranger, user.foreigner]) {
			expect(await codeOf(merge(who))).toBe('customer_not_found')
			expect(await codeOf(verb(who, 'preview_merge', { kept, gone }))).toBe('customer_not_found')
			expect(await codeOf(verb(who, 'dismiss_duplicate', { one: kept, other: gone }))).toBe('customer_not_found')
			expect(await codeOf(verb(who, 'list_duplicates'))).toBe('not_allowed')
		}
		const [foreign] =
			await salon.sql`insert into public.customers (company_id, name) values (${salon.ids.other}, 'F') returning id`
		expect(await codeOf(merge(user.manager, { gone: foreign?.id }))).toBe('customer_not_found')
		const made = await merge()
		for (const who of [user.staff, user.foreigner]) expect(await codeOf(undo(made, who))).toBe('merge_not_found')
		for (const table of ['customer_merges', 'merged_rows', 'not_duplicates'])
			await expect(salon.run(user.owner, `select from internal.${table}`)).rejects.toThrow('permission denied')
	})

	test('with 300 bookings on each side and undoing it lose none', async () => {
		const { company, location, cut, anna } = salon.ids
		await salon.sql`insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email, total_cents)
			select gen_random_uuid(), ${company}, ${location}, 'completed', now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '30 minutes',
				case when n % 2 = 0 then ${kept}::uuid else ${gone}::uuid end, 'Mia', case when n % 2 = 0 then ${CONTACT.email} else ${OLD} end, 4500
			from generate_series(1, 600) n`
		await salon.sql`insert into public.appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
			select id, 1, ${cut}, ${anna}, 'Schnitt', starts_at, ends_at, 4500 from public.appointments where state = 'completed'`
		const count = async () =>
			(await salon.sql`select count(*)::integer as n from public.appointments where customer_id = ${kept}`)[0]?.n
		const before = await count()
		const made = await merge()
		expect(await count()).toBe(602)
		expect(await card()).toMatchObject({ facts: { visits: 600, spent_cents: 600 * 4500 } })
		await undo(made)
		expect(await count()).toBe(before)
	})
})

describe('duplicates', () => {
	const compare = () => salon.call<number>('service_role', 'compare_customers', { limit: 1000 })
	const list = async (who: Caller = salon.user.manager) => {
		await compare()
		return duplicatesContract.parse(await verb(who, 'list_duplicates'))
	}
	const pairs = async () =>
		(await list()).rows.map(({ one, other, why }) => [[one.name, other.name].toSorted().join(' = '), why])

	test('are those with one number, one mailbox, or one birthday and a similar name', async () => {
		expect(await pairs()).toEqual([])
		const { company, other } = salon.ids
		await salon.sql`insert into public.customers (company_id, name, email, phone, birthday) values
			(${company}, 'Maria Muster', 'm+neu@example.org', '030 123456', '1990-01-01'),
			(${company}, 'Maria Mustér', 'm@example.org', '', '1990-01-01'),
			(${company}, 'Karl Ganz', null, '', '1990-01-01'),
			(${other}, 'Maria Muster', 'm@example.org', '030 123456', '1990-01-01')`
		expect(await pairs()).toEqual([
			['Maria Muster = Maria Mustér', ['birthday', 'email']],
			['Maria Muster = Mia Muster', ['phone']],
		])
		const [first] = (await list()).rows
		await verb(salon.user.manager, 'dismiss_duplicate', { one: first?.other.id, other: first?.one.id })
		await verb(salon.user.manager, 'dismiss_duplicate', { one: first?.one.id, other: first?.other.id })
		expect(await pairs()).toEqual([['Maria Muster = Mia Muster', ['phone']]])
		expect((await list()).total).toBe(1)
	})

	test('a number that many share says nothing', async () => {
		await salon.sql`insert into public.customers (company_id, name, phone)
			select ${salon.ids.company}, 'Gast ' || n, '030 555555' from generate_series(1, 11) n`
		expect(await pairs()).toEqual([])
		await salon.sql`update public.customers set phone = '' where name = 'Gast 11'`
		expect((await list()).total).toBe(45)
		await salon.sql`update public.customers set phone = '030 555555' where name = 'Gast 11'`
		expect(await pairs()).toEqual([])
	})

	test('follow what is changed, merged and parted, and come up once', async () => {
		const { manager } = salon.user
		await salon.sql`update public.customers set phone = ${CONTACT.phone} where id = ${gone}`
		expect(await pairs()).toEqual([['Mia Alt = Mia Muster', ['phone']]])
		await verb(manager, 'add_customer_contact', { customer: kept, kind: 'email', value: 'mia.alt+neu@example.org' })
		expect(await pairs()).toEqual([['Mia Alt = Mia Muster', ['email', 'phone']]])
		const made = await merge()
		expect(await pairs()).toEqual([])
		await undo(made)
		expect(await pairs()).toEqual([['Mia Alt = Mia Muster', ['email', 'phone']]])
		await salon.sql`update public.customers set phone = '' where id = ${gone}`
		expect(await pairs()).toEqual([['Mia Alt = Mia Muster', ['email']]])
		expect(await compare()).toBe(0)
		await salon.sql`delete from public.appointments`
		await salon.sql`delete from public.customers`
		for (const table of ['duplicate_keys', 'duplicate_pairs'])
			expect(await salon.sql.unsafe(`select from internal.${table}`)).toHaveLength(0)
	})

	test('are compared by one process at a time, and by nobody but the server', async () => {
		await salon.sql`insert into public.customers (company_id, name, phone)
			select ${salon.ids.company}, 'Gast ' || n, '030 ' || 555000 + n / 2 from generate_series(2, 201) n`
		await Promise.all(Array.from({ length: 4 }, () => salon.call('service_role', 'compare_customers', { limit: 50 })))
		while ((await compare()) > 0);
		expect((await list()).total).toBe(100)
		for (const who of [salon.user.owner, salon.user.manager])
			expect(await codeOf(salon.call(who, 'compare_customers'))).toMatch(/permission denied/)
	})
})

test('the preview says what merging would do', async () => {
	const preview = mergePreviewContract.strict().parse(await verb(salon.user.manager, 'preview_merge', { kept, gone }))
	expect(preview).toMatchObject({ kept: { visits: 1 }, gone: { name: 'Mia Alt' }, appointments: 1, health: false })
	expect(preview.result).toMatchObject({ note: 'Trinkt Tee\n\nMag Kaffee', blocked: true })
	expect(preview.contacts).toEqual([
		{ kind: 'email', value: OLD },
		{ kind: 'name', value: 'Mia Alt' },
		{ kind: 'phone', value: '+4930999999' },
	])
	await merge()
	expect((await card()).contacts.map(({ kind, value }) => ({ kind, value }))).toEqual(preview.contacts)
})
