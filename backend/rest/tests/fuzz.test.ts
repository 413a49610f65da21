import fc from 'fast-check'
import { runs } from '../../testing/property-runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	const outside = {
		...{ connections: 4, connectionsEach: 4, waiting: 100, waitingEach: 100, waitMs: 60_000, statementMs: 60_000 },
		...{ depth: 5, resources: 20, conditions: 100, aggregateCost: 1e9, bodyBytes: 1e7, answerBytes: 1e7 },
	}
	fixture = await createFixture({ rest: { txEnd: 'commit-allow-override', outside } })
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

// 42601 would mean that a caller's text changed the structure of our SQL.
async function fault(path: string, init?: RequestInit): Promise<string[]> {
	const found: string[] = []
	for (const from of [undefined, '192.0.2.1']) {
		const response = await fixture.request(path, init, from)
		const body = await response.text()
		if (response.status >= 500 || body.includes('"42601"'))
			found.push(`${init?.method ?? 'GET'} ${path} ${from}: ${body}`)
	}
	return found
}

// Cases found by random texts.
test.each([
	'select=ä::%20',
	'select=name::%20[]',
	'select=count()::%20%20',
	'select=%22%22',
	'select=x:%22%22',
	'select=%22%22:name',
	'select=%22%00%22',
	'select=name,notes(%22%22)',
	'order=%22%22',
	'%22%22=eq.1',
	'or=(%22%22.eq.1)',
	'columns=%22%22',
])('%s is refused', async (query) => {
	const response = await fixture.request(`/people?${query}`)
	expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'PGRST100'])
})

test.each(['{"name":{"toString":[]}}', '{"name":{"toString":"x","valueOf":1}}', '{"name":[]}', '{"name":null}'])(
	'PUT of %s is refused',
	async (body) => {
		const response = await fixture.request('/people?name=eq.ada', { method: 'PUT', body })
		expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'PGRST115'])
	},
)

test('no text in a URL causes a server error or a syntax error in SQL', async () => {
	const property = fc.asyncProperty(text, text, text, async (select, filter, key) => {
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
	await expect(fc.assert(property, runs(300))).resolves.toBeUndefined()
})

test('no body or header causes a server error', async () => {
	const value = fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), mood: fc.jsonValue() }))
	const methods = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE')
	const property = fc.asyncProperty(value, text, methods, async (json, header, method) => {
		const clean = header.replace(/[^\x20-\x7e]/g, '')
		const headers = { prefer: `tx=rollback, return=representation, ${clean}`, range: clean, accept: `${clean}, */*` }
		const body = JSON.stringify(json)
		const faults = [
			...(await fault('/people?name=eq.ada', { method, body: method === 'DELETE' ? undefined : body, headers })),
			...(await fault('/rpc/add', { method: 'POST', body })),
		]
		expect(faults).toEqual([])
	})
	await expect(fc.assert(property, runs(150))).resolves.toBeUndefined()
})
