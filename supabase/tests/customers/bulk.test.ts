import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bulkContract, onNumbersContract } from '#app/features/customers/customers.contracts.ts'
import { type Caller, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
let ids: string[]
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.customers`
	const made = await salon.sql`insert into public.customers (company_id, name, tags) values
		(${salon.ids.company}, 'Ada', '{}'), (${salon.ids.company}, 'Ben', '{Farbe,Stamm}'),
		(${salon.ids.company}, 'Cleo', array(select 'Merkmal ' || n from generate_series(1, 20) n)) returning id`
	ids = made.map(({ id }) => String(id))
})

type Bulk = { changed: string[]; refused: string[] }
const tag = (name: string | null, given: boolean | null, who: Caller = salon.user.manager, customers = ids) =>
	salon.call<Bulk>(who, 'tag_customers', { company: salon.ids.company, customers, tag: name, given })
const block = (blocked: boolean | null, who: Caller = salon.user.manager, customers = ids) =>
	salon.call<Bulk>(who, 'block_customers', { company: salon.ids.company, customers, blocked })
const files = () =>
	salon.sql`select name, tags, blocked from public.customers where cardinality(tags) < 20 order by name`

describe('several customers at once', () => {
	test('get a tag and lose it again, each once, and the answer says who', async () => {
		const given = await tag('  Stamm ', true)
		bulkContract.strict().parse(given)
		expect(given).toEqual({ changed: [ids[0]], refused: [ids[2]] })
		expect(await files()).toMatchObject([{ tags: ['Stamm'] }, { tags: ['Farbe', 'Stamm'] }])
		expect((await tag('Stamm', false, salon.user.manager, given.changed)).changed).toEqual(given.changed)
		expect(await files()).toMatchObject([{ tags: [] }, { tags: ['Farbe', 'Stamm'] }])
		expect(await tag('Gibt es nicht', false)).toEqual({ changed: [], refused: [] })
	})

	test('are blocked and let in again, and the form of a card notices', async () => {
		await salon.sql`update public.customers set blocked = true where id = ${String(ids[1])}`
		const version = () => salon.sql`select updated_at from public.customers where id = ${String(ids[0])}`
		const before = await version()
		const done = await block(true)
		bulkContract.strict().parse(done)
		expect(new Set(done.changed)).toEqual(new Set([ids[0], ids[2]]))
		expect(await version()).not.toEqual(before)
		expect((await block(false, salon.user.manager, done.changed)).changed).toHaveLength(2)
		expect(await files()).toMatchObject([{ blocked: false }, { blocked: true }])
	})

	test('a tag is one of at most thirty letters', async () => {
		for (const wrong of ['', ' \t', 'x'.repeat(31), 'a, b', null])
			expect(await codeOf(tag(wrong, true))).toBe('tag_invalid')
		expect(await codeOf(tag('Farbe', null))).toBe('tag_invalid')
		expect(await codeOf(block(null))).toBe('list_wish')
	})

	test('only who has all customers changes them, and nobody those of others', async () => {
		const { user } = salon
		for (const who of [user.staff, user.customer, user.foreigner]) {
			expect(await codeOf(tag('Neu', true, who))).toBe('not_allowed')
			expect(await codeOf(block(true, who))).toBe('not_allowed')
		}
		const [elsewhere] = await salon.sql`insert into public.companies (name) values ('Anderswo') returning id`
		await salon.sql`update public.customers set company_id = ${elsewhere?.id} where id = ${String(ids[0])}`
		expect((await tag('Neu', true)).changed).toEqual([ids[1]])
		expect((await block(true)).changed).not.toContain(ids[0])
		expect(await block(true, user.owner, [])).toEqual({ changed: [], refused: [] })
	})

	test('two at once lose nothing', async () => {
		await Promise.all([tag('Eins', true), tag('Zwei', true), block(true)])
		const [ada] = await files()
		expect(ada).toMatchObject({ blocked: true, tags: expect.arrayContaining(['Eins', 'Zwei']) as string[] })
	})
})

describe('who else has a number', () => {
	const others = async (who: Caller, customers: (string | null)[] | null) =>
		onNumbersContract
			.strict()
			.parse(await salon.call(who, 'customers_on_numbers', { company: salon.ids.company, customers }))
	const names = async (...customers: string[]) =>
		(await others(salon.user.manager, customers)).first.map(({ name }) => name)

	test('is named, in any spelling, by first and further numbers, and only those of the company who are not blocked', async () => {
		const [ada = '', ben = '', cleo = ''] = ids
		expect(await names(ada)).toEqual([])
		await salon.sql`update public.customers set phone = '030 1234567' where id = any(${[ada, ben]})`
		await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
			values (${salon.ids.company}, ${cleo}, 'phone', '+49301234567')`
		await salon.sql`insert into public.customers (company_id, name, phone) values
			(${salon.ids.other}, 'Fremd', '030 1234567'), (${salon.ids.company}, 'Dora', '030 12345678')`
		expect(await names(ada)).toEqual(['Ben', 'Cleo'])
		expect(await names(cleo)).toEqual(['Ada', 'Ben'])
		expect(await names(ada, ben)).toEqual(['Cleo'])
		await block(true, salon.user.manager, [ben])
		expect(await names(ada)).toEqual(['Cleo'])
		await salon.sql`insert into public.customers (company_id, name, phone)
			select ${salon.ids.company}, 'Kind ' || n, '030 1234567' from generate_series(1, 9) n`
		expect(await others(salon.user.owner, [ada])).toMatchObject({
			total: 10,
			first: [{ name: 'Cleo' }, { name: 'Kind 1' }, {}, {}, {}],
		})
	})

	test('is told to nobody who has not all customers', async () => {
		for (const who of [salon.user.staff, salon.user.customer, salon.user.foreigner])
			expect(await codeOf(others(who, ids))).toBe('not_allowed')
		expect(await codeOf(others('anon', ids))).toContain('permission denied')
		for (const customers of [null, [], [null]])
			expect(await others(salon.user.manager, customers)).toEqual({ total: 0, first: [] })
	})
})
