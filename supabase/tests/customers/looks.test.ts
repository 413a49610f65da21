import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerContract, healthContract } from '#app/features/customers/customers.contracts.ts'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

const SECRET = 'Pflasterallergie, Blutverdünner'

let salon: Salon
let mia: string
let bens: string
beforeAll(async () => {
	salon = await openSalon()
	await salon.book({ starts_at: at(3, '10:00') })
	await salon.book({ starts_at: at(3, '10:00'), employee: salon.ids.ben }, { ...CONTACT, email: 'bens@example.org' })
	const id = async (email: string) =>
		(await salon.sql`select id from public.customers where email = ${email}`)[0]?.id as string
	mia = await id(CONTACT.email)
	bens = await id('bens@example.org')
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.customer_looks`
	await salon.sql`delete from public.customer_health`
	await salon.sql`delete from public.member_rights`
})

type Wish = { customer?: string; company?: string }
const open = (who: Caller, { customer = mia, company = salon.ids.company }: Wish = {}, now?: string) =>
	salon.call(who, 'open_customer', { company, customer }, now)
const openHealth = (who: Caller, { customer = mia, company = salon.ids.company }: Wish = {}) =>
	salon.call<{ note: string; updated_at: string | null; updated_by: string }>(who, 'open_health', { company, customer })
const save = (who: Caller, note: string, version: string | null = null, customer = mia) =>
	salon.call(who, 'save_health', { company: salon.ids.company, customer, note, version })
const looks = () => salon.run(salon.user.owner, 'select who, what, customer_id from public.customer_looks order by id')
const give = (right: string) =>
	salon.call(salon.user.owner, 'change_member_rights', {
		company: salon.ids.company,
		user: salon.user.staff,
		given: [right],
	})

test('opening a card leaves one trace in ten minutes, which owners alone read', async () => {
	const { user } = salon
	customerContract.strict().parse(await open(user.manager))
	await open(user.manager)
	await open(user.staff)
	expect((await looks()).map(({ who, what }) => [who, what])).toEqual([
		['manager@example.org', 'card'],
		['staff@example.org', 'card'],
	])
	const later = Temporal.Now.instant().add({ minutes: 11 }).toString()
	await open(user.manager, {}, later)
	expect(await looks()).toHaveLength(3)
	for (const who of [user.manager, user.staff, user.foreigner, user.customer])
		expect(await salon.run(who, 'select * from public.customer_looks')).toHaveLength(0)
	await expect(salon.run('anon', 'select * from public.customer_looks')).rejects.toThrow('permission denied')
	for (const statement of ['delete from public.customer_looks', "update public.customer_looks set who = ''"])
		await expect(salon.run(user.owner, statement)).rejects.toThrow('permission denied')
})

test('a card that stays open leaves no further trace when it is loaded again, and opening it does', async () => {
	const { user, ids } = salon
	const load = (who: Caller, verb: string, minutes: number, again: boolean) =>
		salon.call(
			who,
			verb,
			{ company: ids.company, customer: mia, again },
			Temporal.Now.instant().add({ minutes }).toString(),
		)
	// Loading again shows that somebody reads it, where nothing else does.
	for (const minutes of [0, 11, 300, 719]) await load(user.manager, 'open_customer', minutes, true)
	expect(await looks()).toHaveLength(1)
	await load(user.manager, 'open_customer', 721, true)
	expect(await looks()).toHaveLength(2)
	await load(user.owner, 'open_customer', 721, true)
	await load(user.manager, 'open_customer', 740, false)
	expect(await looks()).toHaveLength(4)
	for (const minutes of [0, 11]) await load(user.owner, 'open_health', minutes, true)
	await load(user.owner, 'open_health', 30, false)
	expect((await looks()).filter(({ what }) => what === 'health')).toHaveLength(2)
	for (const who of [user.foreigner, user.customer])
		expect(await codeOf(load(who, 'open_customer', 0, true))).toBe('customer_not_found')
	expect(await codeOf(load('anon', 'open_customer', 0, true))).toMatch(/permission denied/)
})

test('a card that somebody must not read does not open, and leaves no trace', async () => {
	const { user, ids } = salon
	expect(await codeOf(open(user.staff, { customer: bens }))).toBe('customer_not_found')
	for (const who of [user.foreigner, user.customer, user.stranger])
		expect(await codeOf(open(who))).toBe('customer_not_found')
	expect(await codeOf(open(user.foreigner, { company: ids.other }))).toBe('customer_not_found')
	expect(await codeOf(open('anon'))).toMatch(/permission denied/)
	expect(await looks()).toEqual([])
})

test('taking the list along is a look at each on it, and needs the right', async () => {
	const { user, ids } = salon
	const take = (who: Caller, more: object = {}) =>
		salon.call<{ total: number }>(who, 'export_customers', { company: ids.company, ...more })
	expect((await take(user.manager, { text: CONTACT.email })).total).toBe(1)
	expect(await looks()).toMatchObject([{ what: 'export', customer_id: mia }])
	expect(await codeOf(take(user.staff))).toBe('not_allowed')
	expect(await codeOf(take(user.foreigner))).toBe('not_allowed')
	await give('export')
	expect((await take(user.staff)).total).toBe(1)
	await salon.call(user.manager, 'list_customers', { company: ids.company })
	expect(await looks()).toHaveLength(2)
})

test('what is taken along has the note, further contacts and the consent to advertising, and no health data', async () => {
	const { ids, user } = salon
	await save(user.manager, SECRET)
	await salon.sql`update public.customers set note = 'Trinkt Tee' where id = ${mia}`
	await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value) values
		(${ids.company}, ${mia}, 'phone', '+4930111222'), (${ids.company}, ${mia}, 'email', 'privat@example.org')`
	type Taken = { rows: { note: string; contacts: object[]; advertising: boolean | null }[] }
	const take = async () =>
		(await salon.call<Taken>(user.manager, 'export_customers', { company: ids.company, text: CONTACT.email })).rows[0]
	expect(await take()).toMatchObject({
		...{ note: 'Trinkt Tee', advertising: null },
		contacts: [
			{ kind: 'email', value: 'privat@example.org' },
			{ kind: 'phone', value: '+4930111222' },
		],
	})
	expect(JSON.stringify(await take())).not.toContain(SECRET)
	const say = (company: string, given: boolean) =>
		salon.sql`insert into public.consents (address_hash, channel, company_id, given, source)
			values (internal.address_hash(${CONTACT.email}), 'mail', ${company}, ${given}, 'page')`
	// Another company's answer says nothing here.
	await say(ids.other, false)
	expect((await take())?.advertising).toBeNull()
	await say(ids.company, false)
	expect((await take())?.advertising).toBe(false)
	await salon.sql`delete from public.customer_contacts`
})

test('health data needs its own right besides the file, and each look is kept', async () => {
	const { user, ids } = salon
	await save(user.manager, ` ${SECRET}\n`)
	const kept = healthContract.strict().parse(await openHealth(user.owner))
	expect(kept).toMatchObject({ note: SECRET, updated_by: 'manager@example.org' })
	expect(customerContract.parse(await open(user.manager)).health).toBe(true)
	expect(customerContract.parse(await open(user.staff)).health).toBeNull()
	for (const who of [user.staff, user.foreigner, user.customer]) {
		expect(await codeOf(openHealth(who))).toBe('not_allowed')
		expect(await codeOf(save(who, 'x'))).toBe('not_allowed')
	}
	expect(await codeOf(openHealth(user.foreigner, { company: ids.other }))).toBe('customer_not_found')
	await give('health')
	expect((await openHealth(user.staff)).note).toBe(SECRET)
	expect(await codeOf(openHealth(user.staff, { customer: bens }))).toBe('customer_not_found')
	expect((await looks()).map(({ who, what }) => `${who} ${what}`)).toEqual([
		'manager@example.org health_changed',
		'owner@example.org health',
		'manager@example.org card',
		'staff@example.org card',
		'staff@example.org health',
	])
	for (const who of [user.owner, user.staff, 'anon'])
		await expect(salon.run(who, 'select * from public.customer_health')).rejects.toThrow('permission denied')
})

test('nobody overwrites health data that somebody else has saved, and empty removes it', async () => {
	const { user } = salon
	await save(user.manager, SECRET)
	expect(await codeOf(save(user.owner, 'anders'))).toBe('health_changed')
	const { updated_at } = await openHealth(user.owner)
	expect(await codeOf(save(user.owner, 'x'.repeat(2001), updated_at))).toBe('note_too_long')
	await save(user.owner, 'neu', updated_at)
	expect(await codeOf(save(user.manager, 'anders', updated_at))).toBe('health_changed')
	await save(user.manager, ' ', (await openHealth(user.manager)).updated_at)
	expect(await openHealth(user.manager)).toEqual({ note: '', updated_at: null, updated_by: null })
})

test('no list, file, search or feed tells of health', async () => {
	const { user, ids } = salon
	await save(user.manager, SECRET)
	const company = ids.company
	const answers = [
		await salon.call(user.manager, 'list_customers', { company }),
		await salon.call(user.manager, 'export_customers', { company }),
		await salon.call(user.manager, 'list_customers', { company, text: 'Pflaster' }),
		await salon.call(user.manager, 'find_customers', { location: ids.location, text: 'Mia' }),
		await salon.call('service_role', 'read_feed', { consumer: 'test' }),
		await salon.run(user.manager, 'select * from public.customers'),
		await open(user.manager),
	]
	expect(JSON.stringify(answers)).not.toContain('Pflaster')
	const published =
		await salon.sql`select from pg_publication_tables where tablename in ('customer_health', 'customer_looks')`
	expect(published).toHaveLength(0)
})

test('looks are kept for a year', async () => {
	await open(salon.user.manager)
	const [in364, in366] = [364, 366].map((days) => at(days, '12:00'))
	await salon.call('service_role', 'forget_due', { rule: 'customer_looks' }, in364)
	expect(await looks()).toHaveLength(1)
	await salon.call('service_role', 'forget_due', { rule: 'customer_looks' }, in366)
	expect(await looks()).toHaveLength(0)
})
