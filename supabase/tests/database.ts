import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { prepareServices } from '#backend/postgres/services.ts'
import { readSchemas } from '#scripts/schemas.ts'

export type TestDatabase = { url: string; sql: Sql; drop(): Promise<void> }

/**
 * A fresh database with the whole schema, copied from a template that the global setup made.
 * `TEST_DATABASE_URL` names the server; `npm test` starts one.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
	const server = process.env.TEST_DATABASE_URL
	if (!server) throw new Error('TEST_DATABASE_URL is missing: run the tests with `npm test`.')
	const name = `test_${randomUUID().replaceAll('-', '')}`
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name} template zeitplatz_template`)
	await admin.unsafe(`alter database ${name} set search_path to "$user", public, extensions`)
	const url = new URL(server)
	url.pathname = `/${name}`
	const sql = postgres(url.href, { max: 10, onnotice: () => undefined })
	return {
		url: url.href,
		sql,
		async drop() {
			await sql.end({ timeout: 1 })
			await admin.unsafe(`drop database if exists ${name} with (force)`)
			await admin.end({ timeout: 1 })
		},
	}
}

/** Makes the template database anew; called once per test run. */
export async function createTemplate(server: string): Promise<void> {
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe('drop database if exists zeitplatz_template with (force)')
	await admin.unsafe('create database zeitplatz_template')
	const url = new URL(server)
	url.pathname = '/zeitplatz_template'
	const sql = postgres(url.href, { max: 1, onnotice: () => undefined })
	await prepareServices(sql)
	await sql.unsafe(await readSchemas())
	await sql.end({ timeout: 1 })
	await admin.end({ timeout: 1 })
}
