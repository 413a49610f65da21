import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { loadKeys } from './keys.ts'
import { shareKeys } from './shared-keys.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
	database = await createTestDatabase()
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'shared-keys-'))
})

afterAll(async () => {
	await database.drop()
	await fs.rm(folder, { recursive: true, force: true })
})

it('processes that start together on one database agree on one set of keys', async () => {
	const own = await Promise.all(Array.from({ length: 8 }, (_, index) => loadKeys(path.join(folder, String(index)))))
	expect(new Set(own.map((keys) => keys.secret)).size).toBe(8)
	const agreed = await Promise.all(own.map((keys) => shareKeys(database.sql, keys)))
	expect(new Set(agreed.map((keys) => JSON.stringify(keys))).size).toBe(1)
	expect(own).toContainEqual(agreed[0])
})

it.each(['anon', 'authenticated', 'service_role', 'authenticator'])('%s cannot read the keys', async (role) => {
	await expect(
		database.sql.begin(async (sql) => {
			await sql.unsafe(`set local role ${role}`)
			return sql`select keys from supabase_keys.keys`
		}),
	).rejects.toMatchObject({ code: '42501' })
})
