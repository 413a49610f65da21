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

describe('relationships', () => {
	test.each([
		['/notes?id=eq.1&select=people(name)', [{ people: { name: 'ada' } }]],
		['/notes?id=eq.1&select=who:author(name)', [{ who: { name: 'ada' } }]],
		['/notes?id=eq.1&select=who:notes_author_fkey(name)', [{ who: { name: 'ada' } }]],
		['/notes?id=eq.4&select=rooms(id)', [{ rooms: null }]],
		['/people?name=eq.ada&select=notes(id)', [{ notes: [{ id: 1 }, { id: 2 }] }]],
		['/people?name=eq.cem&select=notes(id)', [{ notes: [] }]],
		['/rooms?id=eq.1&select=room_details(note)', [{ room_details: { note: 'big' } }]],
		['/room_details?select=note,rooms(slug)', [{ note: 'big', rooms: { slug: 'hall' } }]],
		['/notes?id=eq.1&select=labels(name)&labels.order=name', [{ labels: [{ name: 'blue' }, { name: 'red' }] }]],
		['/labels?id=eq.2&select=notes!note_labels(id)', [{ notes: [{ id: 1 }] }]],
		[
			'/friends?id=eq.1&select=a:people!first(name),b:people!friends_second_fkey(name)',
			[{ a: { name: 'ada' }, b: { name: 'bob' } }],
		],
		['/people?name=eq.ada&select=x:friends!first(id),y:friends!second(id)', [{ x: [{ id: 1 }], y: [] }]],
		[
			'/folders?id=eq.2&select=title,folders(title),parent_id(title)',
			[{ title: 'child', folders: [{ title: 'leaf' }], parent_id: { title: 'root' } }],
		],
		[
			'/people?name=eq.ada&select=notes(rooms(slug,room_details(note)))&notes.order=id',
			[
				{
					notes: [
						{ rooms: { slug: 'hall', room_details: { note: 'big' } } },
						{ rooms: { slug: 'attic', room_details: null } },
					],
				},
			],
		],
	])('%s', async (path, expected) => expect(await get(path)).toEqual(expected))

	test('views inherit the keys of their tables, through other views too', async () => {
		expect(await get('/calm_people?name=eq.ada&select=notes(id)')).toEqual([{ notes: [{ id: 1 }, { id: 2 }] }])
		expect(await get('/note_list?note=eq.3&select=body,calm_people(name),people(name)')).toEqual([
			{ body: 'third, (odd) "text"', calm_people: null, people: { name: 'bob' } },
		])
		expect(await get('/note_list_again?note=eq.1&select=people(name),labels(id)&labels.order=id')).toEqual([
			{ people: { name: 'ada' }, labels: [{ id: 1 }, { id: 2 }] },
		])
	})

	test('computed relationships', async () => {
		expect(await get('/rooms?id=eq.1&select=room_notes(id),first:first_note(id,short_text)')).toEqual([
			{ room_notes: [{ id: 1 }, { id: 3 }], first: { id: 1, short_text: 'hel' } },
		])
		const { data } = await fixture.service
			.from('rooms')
			.update({ seats: 4 })
			.eq('id', 1)
			.select('seats, first_note(id)')
		expect(data).toEqual([{ seats: 4, first_note: { id: 1 } }])
	})

	test('no relationship and several', async () => {
		const none = await fixture.anon.from('people').select('labels(*)')
		expect([none.status, none.error?.code]).toEqual([400, 'PGRST200'])
		expect(await get('/folders?select=folders!folders_parent_id_fkey(id)')).toMatchObject({ code: 'PGRST200' })
		expect(await get('/folders?id=eq.1&select=folders!parent_id(id)')).toEqual([{ folders: [{ id: 2 }] }])
		const several = await fixture.anon.from('friends').select('people(*)')
		expect(several.status).toBe(300)
		expect(several.error).toEqual({
			code: 'PGRST201',
			message: "Could not embed because more than one relationship was found for 'friends' and 'people'",
			details: [
				{
					cardinality: 'many-to-one',
					embedding: 'friends with people',
					relationship: 'friends_first_fkey using friends(first) and people(name)',
				},
				{
					cardinality: 'many-to-one',
					embedding: 'friends with people',
					relationship: 'friends_second_fkey using friends(second) and people(name)',
				},
			],
			hint: "Try changing 'people' to one of the following: 'people!friends_first_fkey', 'people!friends_second_fkey'. Find the desired relationship in the 'details' key.",
		})
		const twice = await fixture.anon.from('friends').select('people!first(*), people!second(*)')
		expect(twice.error?.code).toBe('42712')
	})
})

describe('conditions on embedded rows', () => {
	test.each([
		[
			'/people?select=name,notes(id)&notes.id=gt.1&notes.order=id.desc&notes.limit=1&order=name',
			[
				{ name: 'ada', notes: [{ id: 2 }] },
				{ name: 'bob', notes: [{ id: 4 }] },
				{ name: 'cem', notes: [] },
			],
		],
		['/people?select=name,notes!inner(id)&notes.points=gt.5', [{ name: 'bob', notes: [{ id: 3 }] }]],
		[
			'/people?select=name,notes!inner(rooms!inner(slug))&notes.rooms.slug=eq.attic',
			[{ name: 'ada', notes: [{ rooms: { slug: 'attic' } }] }],
		],
		['/people?select=name,notes()&notes=is.null', [{ name: 'cem' }]],
		['/people?select=name,notes()&notes=not.is.null&order=name', [{ name: 'ada' }, { name: 'bob' }]],
		['/notes?select=id,rooms()&rooms=is.null', [{ id: 4 }]],
		['/notes?select=id,rooms(),people()&or=(rooms.is.null,people.is.null)', [{ id: 4 }]],
		[
			'/notes?select=id,rooms(slug)&order=rooms(slug).desc.nullslast,id.desc',
			[
				{ id: 3, rooms: { slug: 'hall' } },
				{ id: 1, rooms: { slug: 'hall' } },
				{ id: 2, rooms: { slug: 'attic' } },
				{ id: 4, rooms: null },
			],
		],
		[
			'/people?select=name,notes(id)&notes.or=(id.eq.1,id.eq.3)&name=lt.c&order=name',
			[
				{ name: 'ada', notes: [{ id: 1 }] },
				{ name: 'bob', notes: [{ id: 3 }] },
			],
		],
	])('%s', async (path, expected) => expect(await get(path)).toEqual(expected))

	test('order by a resource that is not shown', async () => {
		expect(await get('/notes?select=id,people()&order=people(name).desc,id&id=lt.4')).toEqual([
			{ id: 3 },
			{ id: 1 },
			{ id: 2 },
		])
	})

	test('refuses uses of embedded resources that are not possible', async () => {
		expect(await get('/people?select=notes(id)&order=notes(id)')).toMatchObject({ code: 'PGRST118' })
		expect(await get('/people?select=notes(id)&notes=eq.1')).toMatchObject({ code: 'PGRST120' })
		expect(await get('/people?notes.id=eq.1')).toMatchObject({ code: 'PGRST108' })
	})

	test('inner joins count', async () => {
		const { count } = await fixture.anon.from('people').select('name, notes!inner(id)', { count: 'exact', head: true })
		expect(count).toBe(2)
	})
})

describe('spread and aggregates', () => {
	test.each([
		['/notes?id=eq.1&select=id,...rooms(room:slug,seats)', [{ id: 1, room: 'hall', seats: 4 }]],
		['/notes?id=eq.1&select=...rooms(slug,...room_details(note))', [{ slug: 'hall', note: 'big' }]],
		['/notes?id=eq.4&select=...rooms(slug)', [{ slug: null }]],
		[
			'/rooms?id=eq.1&select=slug,...notes(id,text)&notes.order=id',
			[{ slug: 'hall', id: [1, 3], text: ['hello world', 'third, (odd) "text"'] }],
		],
		['/rooms?id=eq.3&select=...notes(id)', [{ id: [] }]],
		['/rooms?id=eq.1&select=slug,notes(count)', [{ slug: 'hall', notes: [{ count: 2 }] }]],
		[
			'/rooms?id=eq.1&select=notes(author,points.sum())&notes.order=author',
			[
				{
					notes: [
						{ author: 'ada', sum: 3 },
						{ author: 'bob', sum: 7 },
					],
				},
			],
		],
		[
			'/notes?select=author,...rooms(seats.sum())&order=author',
			[
				{ author: 'ada', sum: 8 },
				{ author: 'bob', sum: 4 },
			],
		],
		['/notes?select=points.sum(),rooms(slug)&room_id=eq.1', [{ sum: 10, rooms: { slug: 'hall' } }]],
	])('%s', async (path, expected) => {
		expect(await get(path)).toEqual(expected)
	})
})
