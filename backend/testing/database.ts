import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import postgres from '../postgres/driver.ts'
import { prepareServices } from '../postgres/services.ts'

export type TestDatabase = { url: string; sql: Sql; drop(): Promise<void> }

/** The template with the services' tables and no others. */
export const SERVICES_TEMPLATE = 'services_template'

/**
 * Creates a fresh database from a template that the global setup made, on the server in `TEST_DATABASE_URL`, which the
 * global setup starts.
 */
export async function createTestDatabase(template = SERVICES_TEMPLATE): Promise<TestDatabase> {
	const server = process.env.TEST_DATABASE_URL
	if (!server) throw new Error('TEST_DATABASE_URL is missing: run the tests with `npm test`.')
	const name = `test_${randomUUID().replaceAll('-', '')}`
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name} template ${template}`)
	await admin.unsafe(`alter database ${name} set search_path to "$user", public, extensions`)
	const url = urlOf(server, name)
	const sql = postgres(url, { max: 10, onnotice: () => undefined })
	return {
		url,
		sql,
		async drop() {
			await sql.end({ timeout: 1 })
			await admin.unsafe(`drop database if exists ${name} with (force)`)
			await admin.end({ timeout: 1 })
		},
	}
}

/** Creates a template database anew with the services and the result of `fill`; called once per test run. */
export async function createTemplate(
	server: string,
	name = SERVICES_TEMPLATE,
	fill?: (sql: Sql) => Promise<unknown>,
): Promise<void> {
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`drop database if exists ${name} with (force)`)
	await admin.unsafe(`create database ${name}`)
	const sql = postgres(urlOf(server, name), { max: 1, onnotice: () => undefined })
	await prepareServices(sql)
	await fill?.(sql)
	await sql.end({ timeout: 1 })
	await admin.end({ timeout: 1 })
}

function urlOf(server: string, name: string): string {
	const url = new URL(server)
	url.pathname = `/${name}`
	return url.href
}
