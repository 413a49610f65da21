import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

// An executed plan counts rows before policies apply, so somebody who sees plans can read all data letter by letter.

let closed: Fixture
let open: Fixture
beforeAll(async () => {
	closed = await createFixture()
	open = await createFixture({ rest: { plan: true, txEnd: 'commit-allow-override' } })
})
afterAll(() => Promise.all([closed.drop(), open.drop()]))

const NAMES = ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+json', 'application/vnd.pgrst.plan+text']
const SPELLINGS = NAMES.flatMap((name) => [
	name,
	name.toUpperCase(),
	` ${name} `,
	`${name};options=analyze`,
	`${name}; options=analyze|verbose|settings|buffers|wal`,
	`${name}; for="application/json"; options=analyze; charset=utf-8`,
	`${name}; for="application/vnd.pgrst.object+json"`,
	`${name};q=1, application/json;q=0.1`,
	`image/png, ${name}`,
	`${name}, */*`,
	`*/*;q=0.1, ${name}`,
	`${name}, ${name}; options=analyze`,
])
const REQUESTS: [path: string, init: RequestInit][] = [
	['/people?select=name', {}],
	['/people?select=name,notes(id)', { method: 'HEAD' }],
	['/calm_people', {}],
	['/', {}],
	['/labels?on_conflict=id', { method: 'POST', body: '{"id":1,"name":"red"}' }],
	['/rooms?id=eq.1', { method: 'PATCH', body: '{"seats":4}' }],
	['/rooms?id=eq.999', { method: 'DELETE' }],
	['/labels?id=eq.1', { method: 'PUT', body: '{"id":1,"name":"red"}' }],
	['/rpc/add?a=1', {}],
	['/rpc/add?a=1', { method: 'HEAD' }],
	['/rpc/all_people', { method: 'POST', body: '{}' }],
	['/rpc/nothing', { method: 'POST', body: '{}' }],
]
const PREFERENCES = ['', 'return=representation, resolution=merge-duplicates', 'count=planned']

/** Tries every role with every spelling of the type on every kind of request; returns the answers that contain a plan. */
async function plansSeen(fixture: Fixture, roles: Record<string, string>): Promise<string[]> {
	const found: string[] = []
	for (const [role, key] of Object.entries(roles)) {
		for (const accept of SPELLINGS) {
			const asked = REQUESTS.flatMap(([path, init]) =>
				PREFERENCES.map(async (prefer) => {
					const headers = { accept, prefer, authorization: `Bearer ${key}` }
					const response = await fixture.request(path, { ...init, headers })
					const said = `${JSON.stringify([...response.headers])} ${await response.text()}`
					if (/pgrst\.plan|Total Cost|Plan Rows|cost=\d|never executed|actual time/i.test(withoutNames(said)))
						found.push(`${role} ${accept} ${init.method ?? 'GET'} ${path}: ${said}`)
				}),
			)
			await Promise.all(asked)
		}
	}
	return found
}

// A refusal repeats the names in the request.
function withoutNames(text: string): string {
	return text.replace(/None of these media types are available: [^"]*/, '')
}

async function rolesOf(fixture: Fixture): Promise<Record<string, string>> {
	return {
		anon: fixture.keys.publishable,
		authenticated: await fixture.token(),
		stranger: await fixture.token({ role: 'anon' }),
		service_role: fixture.keys.secret,
	}
}

describe('plans', () => {
	test('nobody sees one, in any spelling, while the setting is off', async () => {
		expect(await plansSeen(closed, await rolesOf(closed))).toEqual([])
	})

	test('with the setting only the service role sees one', async () => {
		const { service_role: service, ...others } = await rolesOf(open)
		expect(await plansSeen(open, others)).toEqual([])
		expect((await plansSeen(open, { service_role: service as string })).length).toBeGreaterThan(100)
		const json = await open.service.from('people').select().eq('name', 'ada').explain({ format: 'json', analyze: true })
		expect(json.data).toMatchObject([{ Plan: {} }])
		expect((await open.service.from('people').select().explain()).data).toMatch(/^Aggregate/)
	})

	test('callers that accept nothing else get 406', async () => {
		for (const accept of NAMES) {
			const response = await closed.request('/people', { headers: { accept: `${accept}; options=analyze` } })
			expect([response.status, await response.json()]).toEqual([
				406,
				{
					code: 'PGRST107',
					message: `None of these media types are available: ${accept}`,
					details: null,
					hint: null,
				},
			])
		}
		const other = await closed.request('/people?select=name&limit=1&order=name', {
			headers: { accept: `${NAMES[1]}, application/json;q=0.5` },
		})
		expect(await other.json()).toEqual([{ name: 'ada' }])
	})
})

describe('how a transaction ends', () => {
	const change = async (fixture: Fixture, prefer: string): Promise<[string | null, number]> => {
		const response = await fixture.request('/rooms?id=eq.1&select=seats', {
			method: 'PATCH',
			body: '{"seats":78}',
			headers: { prefer: `return=representation, ${prefer}` },
		})
		expect(await response.json()).toEqual([{ seats: 78 }])
		const { data } = await fixture.anon.from('rooms').select('seats').eq('id', 1).single()
		await fixture.anon.from('rooms').update({ seats: 4 }).eq('id', 1)
		return [response.headers.get('preference-applied'), (data as { seats: number }).seats]
	}

	test("is not the caller's choice by default", async () => {
		expect(await change(closed, 'tx=rollback')).toEqual(['return=representation', 78])
		expect(await change(closed, 'tx=rollback, handling=strict')).toEqual(['return=representation, handling=strict', 78])
		expect(await change(closed, 'tx=commit')).toEqual(['return=representation', 78])
	})

	test("is the caller's choice with the setting", async () => {
		expect(await change(open, 'tx=rollback')).toEqual(['return=representation, tx=rollback', 4])
		expect(await change(open, 'tx=commit')).toEqual(['return=representation, tx=commit', 78])
	})
})
