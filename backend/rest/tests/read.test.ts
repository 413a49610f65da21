import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

async function names(query: string): Promise<unknown> {
	const response = await fixture.request(`/people?select=name&order=name&${query}`)
	const body = (await response.json()) as { name: string }[] | { code: string }
	return Array.isArray(body) ? body.map(({ name }) => name).join() : body
}

describe('filters', () => {
	test.each([
		['name=eq.ada', 'ada'],
		['name=neq.ada', 'bob,cem'],
		['name=gt.ada&name=lte.bob', 'bob'],
		['name=like.*a*', 'ada'],
		['name=ilike(any).{A*,B*}', 'ada,bob'],
		['name=like(all).{*a,a*}', 'ada'],
		['name=match.^[ab]', 'ada,bob'],
		['name=imatch.^A', 'ada'],
		['name=in.(ada,cem)', 'ada,cem'],
		['name=not.in.(ada,cem)', 'bob'],
		['name=in.()', ''],
		['data=is.null', 'bob'],
		['data=not.is.null', 'ada,cem'],
		['data=is.not_null', 'ada,cem'],
		['mood=isdistinct.calm', 'bob'],
		['tags=cs.{red}', 'ada'],
		['tags=cs.{"two words"}', 'ada'],
		['tags=cd.{blue,green}', 'bob'],
		['tags=ov.{blue,red}', 'ada,bob'],
		['years=cs.[2,3)', 'ada'],
		['years=ov.[4,11)', 'ada,bob'],
		['years=sl.[10,20)', 'ada'],
		['years=sr.[10,20)', 'cem'],
		['years=nxr.[10,20)', 'ada,bob'],
		['years=nxl.[10,20)', 'bob,cem'],
		['years=adj.[20,30)', 'bob'],
		['words=fts.cat', 'ada,bob'],
		['words=fts(english).cats', 'ada,bob'],
		['words=wfts.cat -rat', 'ada'],
		['words=plfts.fat cat', 'ada'],
		['words=phfts.cat', 'ada,bob'],
		['name=fts.bob', 'bob'],
		['data->a->>b=eq.2', 'cem'],
		['data->a->b=eq.1', 'ada'],
		['data->list->>0=eq.10', 'ada'],
		['tags->>0=eq.blue', 'bob'],
		['or=(name.eq.ada,and(mood.eq.wild,data.is.null))', 'ada,bob'],
		['not.or=(name.eq.ada,name.eq.bob)', 'cem'],
		['and=(name.neq.ada,not.or(name.eq.bob,tags.cs.{red}))', ''],
		['name=eq.%27; drop table people', ''],
	])('%s', async (query, expected) => expect(await names(query)).toBe(expected))

	test('names that need quoting', async () => {
		const { data } = await fixture.anon.from('Odd "Name').select('"a column","comma,col"').eq('"comma,col"', 'y')
		expect(data).toEqual([{ 'a column': 'x', 'comma,col': 'y' }])
	})

	test.each([
		['name=foo.bar', 'PGRST100'],
		['nothing=eq.1', '42703'],
		['years=eq.x', '22P02'],
		['%00=eq.1', 'PGRST100'],
		['name=eq.%00', '22021'],
		['limit=-1', 'PGRST103'],
		['select=name::nothing', '42704'],
		['order=name.up', 'PGRST100'],
		['nothing.limit=1', 'PGRST108'],
	])('%s is refused as %s', async (query, code) => {
		const response = await fixture.request(`/people?${query}`)
		expect(response.status).toBeLessThan(500)
		expect(await response.json()).toMatchObject({ code })
	})
})

describe('columns', () => {
	test('aliases, casts and JSON paths', async () => {
		const { data } = await fixture.anon
			.from('people')
			.select('n:name, years::text, data->a->b, inner:data->a->>b, data->list->1')
			.eq('name', 'ada')
		expect(data).toEqual([{ n: 'ada', years: '[1,5)', b: 1, inner: '1', list: 20 }])
	})

	test('aggregates group by the other columns', async () => {
		const { data } = await fixture.anon
			.from('notes')
			.select('author, points.sum(), n:count(), max:id.max()')
			.order('author')
		expect(data).toEqual([
			{ author: 'ada', sum: 8, n: 2, max: 2 },
			{ author: 'bob', sum: 8, n: 2, max: 4 },
		])
		const total = await fixture.anon.from('notes').select('count').single()
		expect(total.data).toEqual({ count: 4 })
	})

	test('computed columns', async () => {
		const { data } = await fixture.anon
			.from('notes')
			.select('id, short_text')
			.eq('short_text', 'sec')
			.order('short_text')
		expect(data).toEqual([{ id: 2, short_text: 'sec' }])
	})
})

describe('windows and counts', () => {
	test('range and count', async () => {
		const { data, count, status } = await fixture.anon
			.from('notes')
			.select('id', { count: 'exact' })
			.order('id')
			.range(1, 2)
		expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 })
		const head = await fixture.anon.from('notes').select('*', { count: 'exact', head: true }).eq('author', 'ada')
		expect(head.count).toBe(2)
		for (const count of ['planned', 'estimated'] as const) {
			expect((await fixture.anon.from('notes').select('*', { count })).count).toBeGreaterThan(0)
		}
	})

	test('Range header, Content-Range and 416', async () => {
		const prefer = { prefer: 'count=exact' }
		const part = await fixture.request('/notes?order=id', { headers: { ...prefer, range: '1-2' } })
		expect([part.status, part.headers.get('content-range')]).toEqual([206, '1-2/4'])
		const beyond = await fixture.request('/notes?offset=10', { headers: prefer })
		expect(beyond.status).toBe(416)
		expect(await beyond.json()).toMatchObject({
			code: 'PGRST103',
			details: 'An offset of 10 was requested, but there are only 4 rows.',
		})
		expect((await fixture.request('/notes', { headers: { range: '5-2' } })).status).toBe(416)
		const none = await fixture.request('/notes?limit=0')
		expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([200, '*/*', '[]'])
	})

	test('orders with nulls', async () => {
		const { data } = await fixture.anon
			.from('rooms')
			.select('id')
			.order('slug', { ascending: false, nullsFirst: false })
		expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
	})
})

describe('formats of the answer', () => {
	test('single and maybeSingle', async () => {
		const one = await fixture.anon.from('people').select('name').eq('name', 'ada').single()
		expect(one.data).toEqual({ name: 'ada' })
		const many = await fixture.anon.from('people').select('name').single()
		expect([many.status, many.error?.code, many.error?.details]).toEqual([
			406,
			'PGRST116',
			'The result contains 3 rows',
		])
		const none = await fixture.anon.from('people').select('name').eq('name', 'x').maybeSingle()
		expect([none.data, none.error]).toEqual([null, null])
	})

	test('csv', async () => {
		const { data } = await fixture.anon.from('people').select('name, years').order('name').limit(2).csv()
		expect(data).toBe('name,years\nada,"[1,5)"\nbob,"[10,20)"')
	})

	test('stripped nulls', async () => {
		const { data } = await fixture.anon.from('rooms').select('id, slug').eq('id', 3).stripNulls()
		expect(data).toEqual([{ id: 3 }])
	})

	test('unknown types, schemas, tables, paths and methods', async () => {
		const media = await fixture.request('/people', { headers: { accept: 'image/png' } })
		expect([media.status, ((await media.json()) as { code: string }).code]).toEqual([406, 'PGRST107'])
		const schema = await fixture.anon.schema('nowhere').from('people').select()
		expect([schema.status, schema.error]).toMatchObject([
			406,
			{ code: 'PGRST106', hint: 'Only the following schemas are exposed: public, private_area' },
		])
		const table = await fixture.anon.from('peoples').select()
		expect([table.status, table.error]).toMatchObject([
			404,
			{ code: 'PGRST205', hint: "Perhaps you meant the table 'public.people'" },
		])
		expect((await fixture.request('/a/b')).status).toBe(404)
		expect((await fixture.request('/%E0%A4%A')).status).toBe(404)
		expect((await fixture.request('/people', { method: 'PROPFIND' })).status).toBe(405)
		expect((await fixture.request('/')).status).toBe(200)
	})

	test('another schema', async () => {
		const { data } = await fixture.anon.schema('private_area').from('people').select()
		expect(data).toEqual([{ name: 'zed' }])
	})

	test('rights and strictness', async () => {
		const denied = await fixture.anon.from('secrets').select()
		expect([denied.status, denied.error?.code]).toEqual([401, '42501'])
		const strict = await fixture.request('/people', { headers: { prefer: 'handling=strict, foo=bar' } })
		expect(await strict.json()).toMatchObject({ code: 'PGRST122', details: 'Invalid preferences: foo=bar' })
	})
})

test('the root describes the schema', async () => {
	const description = (await (await fixture.request('/')).json()) as Record<string, Record<string, unknown>>
	expect(description).toMatchObject({ swagger: '2.0', info: { title: 'standard public schema' } })
	expect(description.definitions?.people).toMatchObject({ properties: { name: { format: 'text' } } })
	expect(description.paths).toHaveProperty('/people.post')
	expect(description.paths).toHaveProperty('/rpc/add.post')
	expect(description.paths).not.toHaveProperty('/zed')
})

test('at most 1,000 rows are answered at once', async () => {
	await delay(1_100)
	await fixture.database.sql`create table public.plenty as select n as id from generate_series(1, 1200) n`
	await fixture.database.sql`grant select on public.plenty to anon`
	const { data, count } = await fixture.anon.from('plenty').select('id', { count: 'exact' })
	expect([data?.length, count]).toEqual([1_000, 1_200])
	expect((await fixture.anon.from('plenty').select('id').range(1_000, 1_199)).data).toHaveLength(200)
})

test('a table made after the start is found', async () => {
	// Unknown names cause a reload at most once a second.
	await delay(1_100)
	await fixture.database.sql`create table public.late (id int)`
	await fixture.database.sql`grant select on public.late to anon`
	const { data } = await fixture.anon.from('late').select()
	expect(data).toEqual([])
})
