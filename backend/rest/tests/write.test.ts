import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

describe('insert', () => {
	test('minimal, representation and count', async () => {
		const minimal = await fixture.anon.from('people').insert({ name: 'dan' })
		expect([minimal.status, minimal.data, minimal.error]).toEqual([201, null, null])
		const full = await fixture.anon
			.from('notes')
			.insert({ author: 'dan', room_id: 1 }, { count: 'exact' })
			.select('text, people(name), short_text')
		expect([full.status, full.count, full.data]).toEqual([
			201,
			1,
			[{ text: 'empty', people: { name: 'dan' }, short_text: 'emp' }],
		])
		const single = await fixture.anon
			.from('rooms')
			.insert({ data: { a: [1, null] } })
			.select('data, seats')
			.single()
		expect(single.data).toEqual({ data: { a: [1, null] }, seats: 4 })
	})

	test('many rows and defaults', async () => {
		const many = await fixture.anon
			.from('rooms')
			.insert([{ slug: 'm1', seats: 1 }, { slug: 'm2' }], { defaultToNull: false })
			.select('slug, seats')
		expect(many.data).toEqual([
			{ slug: 'm1', seats: 1 },
			{ slug: 'm2', seats: 4 },
		])
		const empty = await fixture.anon.from('rooms').insert([]).select()
		expect([empty.status, empty.data]).toEqual([201, []])
		const nothing = await fixture.anon.from('rooms').insert({}).select('seats')
		expect(nothing.data).toEqual([{ seats: 4 }])
		const mixed = await fixture.request('/rooms', { method: 'POST', body: '[{"slug":"a"},{"seats":1}]' })
		expect(await mixed.json()).toMatchObject({ code: 'PGRST102', message: 'All object keys must match' })
	})

	test('values keep their precision and types', async () => {
		const { data } = await fixture.anon
			.from('people')
			.insert({ name: 'typed', mood: 'wild', years: '[3,4)', tags: ['a"b', 'c,d', '\\'], data: '9007199254740993' })
			.select('mood, years, tags, data')
			.single()
		expect(data).toEqual({ mood: 'wild', years: '[3,4)', tags: ['a"b', 'c,d', '\\'], data: '9007199254740993' })
		const big = await fixture.request('/rooms?select=id::text', {
			method: 'POST',
			body: '{"id": 9007199254740993}',
			headers: { prefer: 'return=representation' },
		})
		expect(await big.json()).toEqual([{ id: '9007199254740993' }])
	})

	test('headers-only, csv and forms', async () => {
		const headers = await fixture.request('/labels', {
			method: 'POST',
			body: '{"id":50,"name":"h"}',
			headers: { prefer: 'return=headers-only' },
		})
		expect([headers.status, headers.headers.get('location')]).toEqual([201, '/labels?id=eq.50'])
		const csv = await fixture.request('/labels?select=id,name', {
			method: 'POST',
			body: 'id,name\n51,"a ""b"""\n52,NULL x\n',
			headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
		})
		expect(await csv.json()).toEqual([
			{ id: 51, name: 'a "b"' },
			{ id: 52, name: 'NULL x' },
		])
		const form = await fixture.request('/labels', {
			method: 'POST',
			body: 'id=53&name=form',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		})
		expect(form.status).toBe(201)
	})

	test.each([
		['/labels', '{"id":1,"name":"x"}', 409, '23505'],
		['/note_labels', '{"note_id":77777,"label_id":1}', 409, '23503'],
		['/labels', '{"id":900,"name":null}', 400, '23502'],
		['/labels', '{"id":901,"name":"longer than ten"}', 400, '22001'],
		['/labels', '{"nothing":1}', 400, 'PGRST204'],
		['/labels?columns=id,nothing', '{"id":1}', 400, 'PGRST204'],
		['/labels', '{"id":', 400, 'PGRST102'],
		['/labels', '', 400, 'PGRST102'],
		['/labels', '5', 400, 'PGRST102'],
		['/labels', '[1]', 400, 'PGRST102'],
		['/secrets', '{"id":1}', 401, '42501'],
	])('%s with %s is %i %s', async (path, body, status, code) => {
		const response = await fixture.request(path, { method: 'POST', body })
		expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
	})

	test('a body over 10 MB', async () => {
		const response = await fixture.request('/labels', { method: 'POST', body: `{"name":"${'x'.repeat(10_500_000)}"}` })
		expect(response.status).toBe(413)
	})
})

describe('upsert', () => {
	test('merge and ignore', async () => {
		const merged = await fixture.anon.from('labels').upsert({ id: 1, name: 'crimson' }).select()
		expect([merged.status, merged.data]).toEqual([200, [{ id: 1, name: 'crimson' }]])
		const created = await fixture.anon
			.from('labels')
			.upsert([
				{ id: 1, name: 'red' },
				{ id: 60, name: 'new' },
			])
			.select('id')
		expect([created.status, created.data]).toEqual([201, [{ id: 1 }, { id: 60 }]])
		const ignored = await fixture.anon
			.from('labels')
			.upsert({ id: 61, name: 'new' }, { onConflict: 'name', ignoreDuplicates: true })
			.select()
		expect([ignored.status, ignored.data]).toEqual([201, []])
	})

	test('PUT', async () => {
		const put = (query: string, body: string): Promise<Response> =>
			fixture.request(`/labels?${query}`, { method: 'PUT', body })
		expect((await put('id=eq.70', '{"id":70,"name":"put"}')).status).toBe(201)
		expect((await put('id=eq.70', '{"id":70,"name":"again"}')).status).toBe(204)
		expect(await (await put('id=eq.70', '{"id":71,"name":"x"}')).json()).toMatchObject({ code: 'PGRST115' })
		expect(await (await put('id=gt.70', '{"id":71,"name":"x"}')).json()).toMatchObject({ code: 'PGRST105' })
		expect(await (await put('id=eq.70&limit=1', '{"id":70,"name":"x"}')).json()).toMatchObject({ code: 'PGRST114' })
	})
})

describe('update and delete', () => {
	test('update', async () => {
		const minimal = await fixture.anon.from('rooms').update({ seats: 9 }).eq('id', 2)
		expect([minimal.status, minimal.error]).toEqual([204, null])
		const full = await fixture.anon
			.from('rooms')
			.update({ seats: 10 }, { count: 'exact' })
			.or('id.eq.2,id.eq.3')
			.select('id, seats, notes(id)')
		expect([full.status, full.count]).toEqual([200, 2])
		expect(full.data).toEqual([
			{ id: 2, seats: 10, notes: [{ id: 2 }] },
			{ id: 3, seats: 10, notes: [] },
		])
		const nothing = await fixture.anon.from('rooms').update({}).eq('id', 2).select()
		expect([nothing.status, nothing.data]).toEqual([200, []])
	})

	test('a failed single leaves nothing behind', async () => {
		const { error } = await fixture.anon.from('rooms').update({ seats: 77 }).in('id', [1, 2]).select().single()
		expect(error?.code).toBe('PGRST116')
		expect((await fixture.anon.from('rooms').select('id').eq('seats', 77)).data).toEqual([])
	})

	test('max-affected', async () => {
		const limited = await fixture.request('/rooms?id=in.(1,2)', {
			method: 'PATCH',
			body: '{"seats":78}',
			headers: { prefer: 'handling=strict, max-affected=1' },
		})
		expect([limited.status, ((await limited.json()) as { code: string }).code]).toEqual([400, 'PGRST124'])
		expect((await fixture.anon.from('rooms').select('id').eq('seats', 78)).data).toEqual([])
	})

	test('delete', async () => {
		await fixture.anon.from('labels').insert([
			{ id: 80, name: 'x1' },
			{ id: 81, name: 'x2' },
			{ id: 82, name: 'x3' },
		])
		const full = await fixture.anon.from('labels').delete().eq('id', 80).select('name')
		expect([full.status, full.data]).toEqual([200, [{ name: 'x1' }]])
		const counted = await fixture.anon.from('labels').delete({ count: 'exact' }).gte('id', 81).lte('id', 82)
		expect([counted.status, counted.count]).toEqual([204, 2])
	})
})
