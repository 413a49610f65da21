import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../testing/database.ts'
import type { BackendContext } from '../../context.ts'
import { createSchemaCache } from './cache.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an unchanged schema keeps its version, and with it all prepared statements', async () => {
	const context = { owner: database.sql, settings: { schemas: ['public'] } } as unknown as BackendContext
	const cache = await createSchemaCache(context)
	const before = await cache.current()
	expect(await cache.reload()).toBe(before)
	expect(await cache.reloadStale()).toBe(true)
	expect(await cache.current()).toBe(before)
	await database.sql`create table public.later (id int)`
	const after = await cache.reload()
	expect([after.version, after.tables.has('public.later')]).toEqual([before.version + 1, true])
})
