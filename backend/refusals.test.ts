import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRefusals } from './refusals.ts'
import { createFixture, type Fixture } from './rest/tests/fixture.ts'

type Line = { level: string; message: string; details: Record<string, unknown> }
const lines: Line[] = []
const log = (level: string, message: string, details = {}): void => void lines.push({ level, message, details })

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture({ log })
	await fixture.database.sql`create table public.locked (id int)`
})
afterAll(() => fixture?.drop())

test('refusals are counted in one line per service and minute, successes are not', async () => {
	const ask = (path: string, headers: Record<string, string>, from?: string) =>
		fixture.backend.fetch(new Request(`http://localhost:9999${path}`, { headers }), from)
	const key = { apikey: fixture.keys.publishable }
	for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) await ask('/rest/v1/locked', key, from)
	await ask('/rest/v1/locked', { apikey: 'wrong' }, '192.0.2.9')
	await ask('/auth/v1/user', key)
	await ask('/auth/v1/settings', key)
	await ask('/storage/v1/bucket', { authorization: 'Bearer x.y.z' })
	await fixture.backend.close()
	const told = lines.filter(({ message }) => message === 'requests refused').map(({ details }) => details)
	expect(told).toEqual(
		expect.arrayContaining([
			{ service: 'rest', status: 401, count: 4, networks: 3 },
			{ service: 'auth', status: 401, count: 1, networks: 0 },
			expect.objectContaining({ service: 'storage' }),
		]),
	)
	expect(JSON.stringify(told)).not.toContain('192.0.2')
})

test('a flood makes one line, and the next minute begins a new one', async () => {
	const told: Line[] = []
	const refusals = createRefusals((level, message, details = {}) => void told.push({ level, message, details }), 20)
	const refuse = (from: string) => refusals.note('rest', new Response(null, { status: 403 }), from)
	for (let at = 0; at < 3_000; at += 1) await refuse(`10.0.${at >> 8}.${at & 255}`)
	await expect.poll(() => told.length).toBeGreaterThan(0)
	refusals.close()
	expect(told.reduce((sum, { details }) => sum + Number(details.count), 0)).toBe(3_000)
	expect(told.every(({ details }) => Number(details.networks) <= 1_000)).toBe(true)
	told.length = 0
	await refuse('10.0.0.1')
	await expect.poll(() => told).toMatchObject([{ details: { count: 1, networks: 1 } }])
	await refusals.note('rest', new Response(null, { status: 404 }), '10.0.0.1')
	refusals.close()
	expect(told).toHaveLength(1)
})
