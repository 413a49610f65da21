import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Sql } from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { migrate } from '#backend/postgres/migrate.ts'
import { prepareServices } from '#backend/postgres/services.ts'
import { type Catalog, compareCatalogs, readCatalog } from '#scripts/catalog.ts'
import { readSchemas } from '#scripts/schemas.ts'

const MIGRATIONS = path.join(import.meta.dirname, '..', '..', 'migrations')

async function database(): Promise<Sql> {
	const server = String(process.env.TEST_DATABASE_URL)
	const name = `world_${randomUUID().replaceAll('-', '')}`
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name} template template0`)
	const sql = postgres(server.replace(/[^/]+$/, name), { max: 1, onnotice: () => undefined })
	onTestFinished(async () => {
		await sql.end({ timeout: 1 })
		await admin.unsafe(`drop database ${name} with (force)`)
		await admin.end()
	})
	return sql
}

// The default privileges of a project apply to later tables; the product's own tables state their rights.
const withoutDefaults = async (sql: Sql): Promise<Catalog> =>
	new Map([...(await readCatalog(sql))].filter(([name]) => !name.startsWith('rights of new')))

const roles = 'anon, authenticated, service_role'
test.for([
	[
		'gives every role everything',
		['tables', 'sequences', 'functions'].map((kind) => `grant all on ${kind} to ${roles}`),
	],
	['gives nobody anything', ['tables', 'sequences', 'functions'].map((kind) => `revoke all on ${kind} from ${roles}`)],
] as const)('a hosted project that %s has the rights that the schema files state', async ([, defaults]) => {
	const [declared, ...worlds] = [await database(), await database(), await database()] as const
	await prepareServices(declared)
	await declared.unsafe(await readSchemas())
	const expected = await withoutDefaults(declared)
	for (const [sql, fill] of [
		[worlds[0], () => migrate(worlds[0], { folder: MIGRATIONS })],
		[worlds[1], async () => worlds[1].unsafe(await readSchemas())],
	] as const) {
		await prepareServices(sql)
		for (const change of defaults) await sql.unsafe(`alter default privileges in schema public ${change}`)
		await fill()
		expect(compareCatalogs(await withoutDefaults(sql), expected)).toEqual([])
	}
})
