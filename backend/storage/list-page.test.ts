import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../realtime/test-server.ts'
import { createStorage } from './service.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const NAMES = ['a/1', 'a/2', 'b', 'B', 'c/d/1', 'c/d/2', 'c/e', 'd', 'secret/x']

let database: TestDatabase
let server: TestServer
let admin: SupabaseClient

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create policy open on storage.objects for select to authenticated
			using (bucket_id = 'pages' and name not like 'secret/%')`)
	server = await startTestServer(database, {
		services: async (context) => ({ storage: await createStorage(context) }),
	})
	admin = server.client({ secret: true })
	await admin.storage.createBucket('pages', { public: false })
	// Uploaded in reverse order, so that the orders by time and by name differ.
	for (const name of NAMES.toReversed()) await admin.storage.from('pages').upload(name, name)
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

type Options = Parameters<ReturnType<SupabaseClient['storage']['from']>['listV2']>[0]

/** The names on all pages, folders with their slash. */
async function walk(client: SupabaseClient, options: Options): Promise<string[]> {
	const names: string[] = []
	for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
		const { data, error } = await client.storage.from('pages').listV2({ ...options, cursor })
		if (error) throw error
		names.push(...data.folders.map(({ name }) => name), ...data.objects.map(({ name }) => name))
		if (!data.hasNext) return names
		cursor = data.nextCursor
	}
	throw new Error('the list does not end')
}

test('pages of any size return every object once, in order', async () => {
	const byName = NAMES.toSorted()
	for (const limit of [1, 2, 4, 100]) {
		expect(await walk(admin, { limit })).toEqual(byName)
		expect(await walk(admin, { limit, sortBy: { column: 'name', order: 'desc' } })).toEqual(byName.toReversed())
		expect(await walk(admin, { limit, sortBy: { column: 'created_at', order: 'asc' } })).toEqual(NAMES.toReversed())
		expect(await walk(admin, { limit, sortBy: { column: 'created_at', order: 'desc' } })).toEqual(NAMES)
	}
	expect(await walk(admin, { prefix: 'c/' })).toEqual(['c/d/1', 'c/d/2', 'c/e'])
})

test('a level with its folders', async () => {
	const top = ['B', 'a/', 'b', 'c/', 'd', 'secret/']
	expect((await walk(admin, { with_delimiter: true, limit: 2 })).toSorted()).toEqual(top)
	expect(await walk(admin, { with_delimiter: true, prefix: 'c/', limit: 1 })).toEqual(['c/d/', 'c/e'])
	const { data } = await admin.storage.from('pages').listV2({ with_delimiter: true, prefix: 'c/' })
	expect(data?.folders).toEqual([{ key: 'c/d', name: 'c/d/' }])
	expect(data?.objects).toMatchObject([{ key: 'c/e', name: 'c/e', metadata: { size: 3 } }])
})

test('policies choose what is seen', async () => {
	expect(await walk(server.client({ user: ANNA }), { limit: 3 })).toEqual(NAMES.toSorted().slice(0, -1))
	expect(await walk(server.client(), {})).toEqual([])
})

test('a cursor is valid only for its order', async () => {
	const list = (options: Options) => admin.storage.from('pages').listV2(options)
	const { data } = await list({ limit: 1 })
	expect((await list({ cursor: data?.nextCursor, sortBy: { column: 'created_at' } })).error?.status).toBe(400)
	for (const cursor of ['x', 'e30', 'bnVsbA']) expect((await list({ cursor })).error?.status).toBe(400)
})
