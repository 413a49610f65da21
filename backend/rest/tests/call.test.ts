import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

async function get(path: string): Promise<unknown> {
	return (await fixture.request(path)).json()
}

describe('functions', () => {
	test('arguments, defaults and results', async () => {
		expect((await fixture.anon.rpc('add', { a: 2 })).data).toBe(3)
		expect((await fixture.anon.rpc('add', { a: 2, b: 5 }, { get: true })).data).toBe(7)
		expect((await fixture.anon.rpc('mood_of', { who: 'bob' })).data).toBe('wild')
		expect((await fixture.anon.rpc('mood_of', { who: 'nobody' })).data).toBeNull()
		const nothing = await fixture.anon.rpc('nothing')
		expect([nothing.status, nothing.data]).toEqual([204, null])
		expect((await fixture.anon.rpc('numbers', { list: [1, 2] })).data).toEqual([1, 2])
		expect(await get('/rpc/numbers?list=3&list=4')).toEqual([3, 4])
		expect(await get('/rpc/numbers')).toMatchObject({ code: '42883' })
	})

	test('rows with filters, columns, order, windows and embedding', async () => {
		const { data, count } = await fixture.anon
			.rpc('all_people', {}, { count: 'exact' })
			.select('name, notes(id)')
			.neq('name', 'cem')
			.order('name', { ascending: false })
			.limit(1)
		expect([data, count]).toEqual([[{ name: 'bob', notes: [{ id: 3 }, { id: 4 }] }], 2])
		expect((await fixture.anon.rpc('one_person').select('name')).data).toEqual({ name: 'ada' })
		expect((await fixture.anon.rpc('names_and_moods').select('who').eq('how', 'wild').single()).data).toEqual({
			who: 'bob',
		})
		const head = await fixture.anon.rpc('all_people', {}, { head: true, count: 'exact' })
		expect(head.count).toBe(3)
		expect(await get('/rpc/all_people?select=name&name=eq.cem')).toEqual([{ name: 'cem' }])
	})

	test('one nameless parameter takes the body', async () => {
		const post = (name: string, body: string, type: string): Promise<Response> =>
			fixture.request(`/rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type } })
		expect(await (await post('whole', '[1,{"a":2}]', 'application/json')).json()).toEqual([1, { a: 2 }])
		expect(await (await post('whole', '{"x":1}', 'application/json')).json()).toEqual({ x: 1 })
		expect(await (await post('whole_text', 'abc', 'text/plain')).json()).toBe('ABC')
	})

	test('unknown and ambiguous functions', async () => {
		const unknown = await fixture.anon.rpc('ad', { a: 1 })
		expect([unknown.status, unknown.error?.code]).toEqual([404, 'PGRST202'])
		const wrong = await fixture.anon.rpc('add', { a: 1, bb: 2 })
		expect(wrong.error).toEqual({
			code: 'PGRST202',
			message: 'Could not find the function public.add(a, bb) in the schema cache',
			details:
				'Searched for the function public.add with parameters a, bb or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
			hint: 'Perhaps you meant to call the function public.add(a, b)',
		})
		const several = await fixture.anon.rpc('same', { a: 1 })
		expect([several.status, several.error?.message]).toEqual([
			300,
			'Could not choose the best candidate function between: public.same(a => integer), public.same(a => text)',
		])
		expect((await fixture.request('/rpc/add', { method: 'PATCH' })).status).toBe(405)
	})

	test('writes', async () => {
		const limited = await fixture.request('/rpc/calm_down', {
			method: 'POST',
			body: '{"pattern":"%"}',
			headers: { prefer: 'handling=strict, max-affected=1' },
		})
		expect([limited.status, ((await limited.json()) as { code: string }).code]).toEqual([400, 'PGRST124'])
		const scalar = await fixture.request('/rpc/add', {
			method: 'POST',
			body: '{"a":1}',
			headers: { prefer: 'handling=strict, max-affected=1' },
		})
		expect([scalar.status, ((await scalar.json()) as { code: string }).code]).toEqual([400, 'PGRST128'])
		expect((await fixture.service.rpc('calm_down', { pattern: 'bob' }).select('mood')).data).toEqual([{ mood: 'calm' }])
		const reading = await fixture.request('/rpc/calm_down?pattern=ada')
		expect([reading.status, ((await reading.json()) as { code: string }).code]).toEqual([405, '25006'])
	})
})

describe('the session', () => {
	test("claims, request and the role's settings", async () => {
		const response = await fixture.request('/rpc/claims', { headers: { 'x-test': 'yes' } })
		expect(await response.json()).toEqual({
			role: 'anon',
			claims: { role: 'anon' },
			method: 'GET',
			path: '/rpc/claims',
			agent: 'yes',
			timeout: '5s',
		})
		expect((await fixture.service.rpc('claims')).data).toMatchObject({ role: 'service_role', timeout: '15s' })
	})

	test('headers and status of the response', async () => {
		const response = await fixture.request('/rpc/with_headers', { method: 'POST' })
		expect([response.status, response.headers.get('x-one'), response.headers.get('cache-control')]).toEqual([
			202,
			'1',
			'no-store',
		])
	})

	test('a timeout is a clean error', async () => {
		const { status, error } = await fixture.anon.rpc('slow')
		expect([status, error?.code]).toEqual([500, '57014'])
		expect((await fixture.anon.rpc('add', { a: 1 })).data).toBe(2)
	})

	test('raised errors', async () => {
		const plain = await fixture.anon.rpc('fails', { how: 'plain' })
		expect([plain.status, plain.error]).toEqual([
			400,
			{ code: 'P0001', message: 'not_free', details: 'the detail', hint: 'the hint' },
		])
		expect((await fixture.anon.rpc('fails', { how: 'teapot' })).status).toBe(418)
		const own = await fixture.request('/rpc/fails?how=pgrst')
		expect([own.status, own.headers.get('x-own'), await own.json()]).toEqual([
			402,
			'yes',
			{ code: '123', message: 'own', details: null, hint: null },
		])
	})
})

test('overloads with unnamed parameters', async () => {
	await fixture.database.sql.unsafe(`
		create function public.loose() returns int language sql as 'select 1';
		create function public.loose(int) returns int language sql as 'select 2';
		create function public.loose(text) returns text language sql as 'select $1';
		create function public.loose_default() returns int language sql as 'select 1';
		create function public.loose_default(text default 'x') returns text language sql as 'select $1';
		grant execute on all functions in schema public to anon;
		notify pgrst, 'reload schema'`)
	await delay(500)
	expect((await fixture.anon.rpc('loose')).data).toBe(1)
	expect((await fixture.anon.rpc('loose', { '': true })).data).toBe('{"":true}')
	expect((await fixture.anon.rpc('loose_default')).error?.message).toBe(
		'Could not choose the best candidate function between: public.loose_default(), public.loose_default( => text)',
	)
	expect((await fixture.anon.rpc('short_text')).error?.code).toBe('PGRST202')
})
