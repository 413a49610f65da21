import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Row = {
	name: string
	visits: number
	no_shows: number
	spent_cents: number
	last_visit_at: string | null
	tags: string[]
}
type List = { total: number; rows: Row[] }

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	const { company, other } = salon.ids
	await salon.sql`insert into public.customers (company_id, name, email, phone, tags, blocked) values
		(${company}, 'Zoë Yılmaz', 'zoe@example.org', '0171 391-2009', '{Stamm,Farbe}', false),
		(${company}, 'Änne Berg', 'aenne.berg@example.org', '+49 (0)30 / 555 01', '{Farbe}', false),
		(${company}, 'Bert 100%', null, '', '{}', true),
		(${company}, 'Karl Österreich', 'karl@example.at', '+43 664 1234567', '{}', false),
		(${other}, 'Zoë Fremd', 'zoe.fremd@example.org', '0171 391-2009', '{Geheim}', false)`
})
afterAll(() => salon.close())

const list = (who: Caller, wish: object = {}, now?: string) =>
	salon.call<List>(who, 'list_customers', { company: salon.ids.company, ...wish }, now)
const names = async (wish: object, who: Caller = salon.user.manager) =>
	(await list(who, wish)).rows.map(({ name }) => name)

describe('the last visit', () => {
	test('filters the list by when somebody was here last, in any order', async () => {
		const visits = { 'Zoë Yılmaz': '2026-01-10T09:00Z', 'Änne Berg': '2026-03-01T09:00Z' }
		for (const [name, last] of Object.entries(visits))
			await salon.sql`insert into public.customer_facts (customer_id, company_id, visits, no_shows, cancelled, spent_cents, last_visit_at)
				select id, company_id, 1, 0, 0, 0, ${last} from public.customers where name = ${name}`
		onTestFinished(async () => void (await salon.sql`delete from public.customer_facts`))
		const [early, middle] = ['2026-01-10T09:00Z', '2026-02-01T00:00Z']
		expect(await names({ last_from: middle })).toEqual(['Änne Berg'])
		expect(await names({ last_to: middle })).toEqual(['Zoë Yılmaz'])
		expect(await names({ last_from: early, sort: '-last' })).toEqual(['Änne Berg', 'Zoë Yılmaz'])
		expect(await names({ last_from: early, sort: 'spent' })).toHaveLength(2)
		expect(await names({ last_from: early, last_to: early })).toEqual([])
		expect(await names({ last_to: '2026-04-01T00:00Z', text: 'zoe', tag: 'Stamm' })).toEqual(['Zoë Yılmaz'])
	})
})

describe('the list of customers', () => {
	test.each<[string, string[]]>([
		['yilmaz', ['Zoë Yılmaz']],
		['ZOE', ['Zoë Yılmaz']],
		['yılmaz zoë', ['Zoë Yılmaz']],
		['aenne', ['Änne Berg']],
		['än', ['Änne Berg']],
		['erg', ['Änne Berg']],
		['be', ['Änne Berg', 'Bert 100%']],
		['b', ['Bert 100%']],
		['Ä', ['Änne Berg']],
		['%', []],
		[' ', ['Änne Berg', 'Bert 100%', 'Karl Österreich', 'Zoë Yılmaz']],
		['100%', ['Bert 100%']],
		['%%%', []],
		['___', []],
		['berg@exam', ['Änne Berg']],
		['01713912009', ['Zoë Yılmaz']],
		['+49 171 391 2009', ['Zoë Yılmaz']],
		['0049171 391', ['Zoë Yılmaz']],
		['391 20', ['Zoë Yılmaz']],
		['03055501', ['Änne Berg']],
		['664 123', ['Karl Österreich']],
		['+43664', ['Karl Österreich']],
		["'; drop table customers; --", []],
	])('finds %j', async (text, found) => {
		expect(await names({ text })).toEqual(found)
	})

	test('belongs to the company, is ordered by name and comes in pages', async () => {
		const all = await list(salon.user.owner)
		expect(all.total).toBe(4)
		expect(all.rows.map(({ name }) => name)).toEqual(['Änne Berg', 'Bert 100%', 'Karl Österreich', 'Zoë Yılmaz'])
		expect(await names({ sort: '-name', limit: 1, page: 2 })).toEqual(['Karl Österreich'])
		expect(await list(salon.user.owner, { page: 9 })).toEqual({ total: 4, rows: [] })
	})

	test.each(['last', 'next', 'visits', 'spent', '-last', '-next', '-visits', '-spent'])(
		'has the same order page by page as at once, by %s',
		async (sort) => {
			const { company } = salon.ids
			await salon.sql`insert into public.customer_facts
				select id, company_id, length(name), 0, 0, 100 * length(name), null, now() - length(name) * interval '1 day',
					case when blocked then now() + interval '1 day' end
				from public.customers where company_id = ${company} and name <> 'Zoë Yılmaz'`
			onTestFinished(async () => {
				await salon.sql`delete from public.customer_facts where company_id = ${company}`
			})
			const at = (page: number) => list(salon.user.manager, { sort, limit: 1, page })
			const single = await Promise.all([1, 2, 3, 4, 5].map(at))
			const whole = await list(salon.user.manager, { sort, limit: 1000 })
			expect(single.flatMap(({ rows }) => rows)).toEqual(whole.rows)
			expect(single.map(({ total }) => total)).toEqual([4, 4, 4, 4, 4])
			expect(whole.rows.at(-1)?.name === 'Zoë Yılmaz' || sort.endsWith('next')).toBe(true)
		},
	)

	test('is filtered by tag and by status', async () => {
		expect(await names({ tag: 'Farbe' })).toEqual(['Änne Berg', 'Zoë Yılmaz'])
		expect(await names({ tag: 'Geheim' })).toEqual([])
		expect(await names({ only: 'blocked' })).toEqual(['Bert 100%'])
		expect(await salon.call(salon.user.manager, 'customer_tags', { company: salon.ids.company })).toEqual([
			{ tag: 'Farbe', customers: 2 },
			{ tag: 'Stamm', customers: 1 },
		])
	})

	test('finds whose birthday is in the next 30 days, the next one first, also across the new year', async () => {
		await salon.sql`update public.customers set birthday = case name
			when 'Zoë Yılmaz' then date '1990-12-24' when 'Änne Berg' then date '1948-01-02' when 'Bert 100%' then date '1980-02-29'
			when 'Zoë Fremd' then date '1990-12-24' end`
		const coming = async (now: string, wish: object = {}) =>
			(await list(salon.user.manager, { only: 'birthday', sort: 'birthday', ...wish }, now)).rows.map(
				({ name }) => name,
			)
		expect(await coming('2026-12-10T12:00:00Z')).toEqual(['Zoë Yılmaz', 'Änne Berg'])
		expect(await coming('2026-12-24T12:00:00Z')).toEqual(['Zoë Yılmaz', 'Änne Berg'])
		// In Germany it is the 25th.
		expect(await coming('2026-12-24T23:30:00Z')).toEqual(['Änne Berg'])
		expect(await coming('2026-11-20T12:00:00Z')).toEqual([])
		expect(await coming('2027-02-01T12:00:00Z')).toEqual(['Bert 100%'])
		expect(await coming('2026-12-10T12:00:00Z', { sort: '-birthday', limit: 1 })).toEqual(['Änne Berg'])
		expect(await names({ sort: 'birthday' })).toHaveLength(4)
	})

	test('is filtered by what all visits come to', async () => {
		await salon.sql`insert into public.customer_facts (customer_id, company_id, visits, no_shows, cancelled, spent_cents)
			select id, company_id, 3, 0, 0, 25000 from public.customers where name = 'Karl Österreich'`
		expect(await names({ spent: 25_000 })).toEqual(['Karl Österreich'])
		expect(await names({ spent: 25_001 })).toEqual([])
		expect(await names({ spent: 25_000, tag: 'Farbe' })).toEqual([])
		await salon.sql`delete from public.customer_facts`
	})

	test.each([
		{ sort: 'name; drop table x' },
		{ spent: -1 },
		{ sort: '' },
		{ only: 'all' },
		{ page: 0 },
		{ limit: 5000 },
		{ page: null },
	])('refuses %j', async (wish) => expect(await codeOf(list(salon.user.manager, wish))).toBe('list_wish'))

	test('is for members of the company', async () => {
		for (const who of ['stranger', 'customer', 'foreigner'] as const) {
			expect(await codeOf(list(salon.user[who]))).toBe('not_allowed')
			const tags = salon.call(salon.user[who], 'customer_tags', { company: salon.ids.company })
			expect(await codeOf(tags)).toBe('not_allowed')
		}
		await expect(list('anon')).rejects.toThrow('permission denied')
	})

	test('shows staff the customers they serve', async () => {
		const { staff } = salon.user
		expect(await list(staff)).toEqual({ total: 0, rows: [] })
		await salon.book({ starts_at: at(3, '10:00') }, { ...CONTACT, name: 'Annas Kundin', email: 'annas@example.org' })
		const bens = { ...CONTACT, name: 'Bens Kunde', email: 'bens@example.org' }
		await salon.book({ starts_at: at(3, '10:00'), employee: salon.ids.ben }, bens)
		expect(await names({}, staff)).toEqual(['Annas Kundin'])
		expect(await names({ text: 'kund' }, staff)).toEqual(['Annas Kundin'])
		expect(await names({ text: 'kund' })).toEqual(['Annas Kundin', 'Bens Kunde'])
	})
})

describe('tags', () => {
	const give = (who: Caller, tags: string[]) =>
		salon.run(who, `update public.customers set tags = $1 where email = 'zoe@example.org'`, [tags])

	test('are set by managers, at most twenty with up to thirty characters', async () => {
		expect((await give(salon.user.staff, ['Neu'])).count).toBe(0)
		expect((await give(salon.user.foreigner, ['Neu'])).count).toBe(0)
		expect((await give(salon.user.manager, ['Stamm', 'Farbe'])).count).toBe(1)
		await give(salon.user.manager, ['Stamm, Farbe', ' ,Farbe,', 'Neu'])
		expect(await salon.sql`select tags from public.customers where email = 'zoe@example.org'`).toEqual([
			{ tags: ['Stamm', 'Farbe', 'Neu'] },
		])
		await expect(give(salon.user.manager, ['x'.repeat(31)])).rejects.toThrow('customers_tags_short')
		await expect(give(salon.user.manager, Array.from({ length: 21 }, String))).rejects.toThrow('customers_tags_short')
	})
})
