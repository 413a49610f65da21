import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

const WORDS = [
	'',
	' ',
	'9'.repeat(30),
	'\ud800',
	...(
		'select order or and not limit offset name data people notes rooms author eq in is null fts cs = . , ( ) * : :: text -> ->> ' +
		'! inner ... " \\ \' ; -- /* $1 % %00 { } [ & 0 -1 ä count() .sum() columns on_conflict .desc .nullsfirst ?? \u{1f600}'
	).split(' '),
]
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(''))

// 42601 would mean that a caller's text changed the shape of our SQL.
async function fault(path: string, init?: RequestInit): Promise<string[]> {
	const response = await fixture.request(path, init)
	const body = await response.text()
	return response.status < 500 && !body.includes('"42601"') ? [] : [`${init?.method ?? 'GET'} ${path}: ${body}`]
}

test('no text in a URL gives a server error or a syntax error in SQL', async () => {
	const runs = fc.asyncProperty(text, text, text, async (select, filter, key) => {
		const [s, f, k] = [select, filter, key].map((part) => encodeURIComponent(part.toWellFormed()))
		const paths = [
			`/people?select=${s}`,
			`/notes?name=${f}&or=(${f})`,
			`/notes?${key.toWellFormed()}`,
			`/rpc/add?${k}=${f}`,
			`/people?order=${f}&limit=${k}`,
			`/people?select=name,${s},notes(${f})&notes.order=${k}`,
		]
		expect((await Promise.all(paths.map((path) => fault(path)))).flat()).toEqual([])
	})
	await expect(fc.assert(runs, { numRuns: 300 })).resolves.toBeUndefined()
})

test('no body or header gives a server error', async () => {
	const value = fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), mood: fc.jsonValue() }))
	const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE')
	const runs = fc.asyncProperty(value, text, methods, async (json, header, method) => {
		const clean = header.replace(/[^\x20-\x7e]/g, '')
		const headers = { prefer: `tx=rollback, return=representation, ${clean}`, range: clean, accept: `${clean}, */*` }
		const body = JSON.stringify(json)
		const faults = [
			...(await fault('/people?name=eq.ada', { method, body: method === 'DELETE' ? undefined : body, headers })),
			...(await fault('/rpc/add', { method: 'POST', body })),
		]
		expect(faults).toEqual([])
	})
	await expect(fc.assert(runs, { numRuns: 150 })).resolves.toBeUndefined()
})
