import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

function killAll(): Promise<unknown> {
	return fixture.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
		where usename = 'authenticator' and datname = current_database()`
}

async function read(): Promise<unknown> {
	const { data, error } = await fixture.anon.from('labels').select('id').order('id').retry(false)
	return data ?? error
}

const ROWS = [{ id: 1 }, { id: 2 }]

test('connections that died while idle are replaced', async () => {
	await Promise.all(Array.from({ length: 8 }, read))
	await killAll()
	await delay(200)
	expect(await Promise.all(Array.from({ length: 8 }, read))).toEqual(Array.from({ length: 8 }, () => ROWS))
})

test('a connection that dies during a request gives 503, and the next request works', async () => {
	const slow = fixture.request('/rpc/nap', { method: 'POST' })
	await delay(200)
	await killAll()
	const response = await slow
	expect(response.status).toBe(503)
	expect(['57P01', 'PGRST001']).toContain(((await response.json()) as { code: string }).code)
	await delay(100)
	for (let at = 0; at < 8; at++) expect(await read()).toEqual(ROWS)
})

test('more requests than connections are all answered', async () => {
	const answers = await Promise.all(Array.from({ length: 100 }, read))
	expect(answers.every((answer) => Array.isArray(answer))).toBe(true)
})
