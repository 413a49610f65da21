import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { migrate } from '#backend/postgres/migrate.ts'

// A database from before the limits, with data beyond them, is upgraded: nothing is lost, and everything can be changed again.
const FOLDER = path.join(import.meta.dirname, '../../migrations')
const server = String(process.env.TEST_DATABASE_URL)
const name = `test_${randomUUID().replaceAll('-', '')}`
let admin: Sql
let sql: Sql
let before: string

beforeAll(async () => {
	admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name}`)
	sql = postgres(Object.assign(new URL(server), { pathname: `/${name}` }).href, { max: 2, onnotice: () => undefined })
	before = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-migrations-'))
	const files = (await fs.readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
	const first = files.findIndex((file) => file.endsWith('_bounds.sql'))
	if (first < 1) throw new Error('The migration that brings the bounds is missing.')
	for (const file of files.slice(0, first)) await fs.copyFile(path.join(FOLDER, file), path.join(before, file))
	await migrate(sql, { folder: before })
})
afterAll(async () => {
	await sql.end({ timeout: 1 })
	await admin.unsafe(`drop database if exists ${name} with (force)`)
	await admin.end({ timeout: 1 })
	await fs.rm(before, { recursive: true, force: true })
})

test('data beyond the limits is corrected, its original is kept, and the rows can be written again', async () => {
	const padded = `Salon${' '.repeat(5000)}`
	const many = [...Array.from({ length: 150 }, (_, index) => `payment:${index}`), 'x'.repeat(5000)]
	const [company] =
		await sql`insert into public.companies (name, email) values (${`${padded}x`.slice(0, 5000)}, 'keine') returning id`
	const [good] =
		await sql`insert into public.companies (name, email) values ('Gut GmbH', 'gut@example.org') returning id`
	const [location] = await sql`insert into public.locations (company_id, slug, name, email, attributes)
		values (${company?.id}, 'salon', 'Salon', ' hallo@example.org ', ${many}) returning id`
	const [customer] =
		await sql`insert into public.customers (company_id, name, email) values (${company?.id}, 'Mia', 'a@x.org, b@x.org') returning id`
	await sql`insert into public.messages (kind, audience, recipient, state) values
		('a', 'customer', 'a@x.org, b@x.org', 'queued'), ('a', 'customer', 'Mia <a@x.org>', 'sent'), ('a', 'customer', 'a@x.org', 'queued')`

	const ran = await migrate(sql, { folder: FOLDER })
	expect(ran.map((file) => file.replace(/^\d+_/, ''))).toEqual(
		expect.arrayContaining(['bounds.sql', 'bounds_valid.sql']),
	)
	const rows = await sql`select name, email from public.companies order by email`
	expect(rows).toEqual([
		{ name: 'Salon', email: '' },
		{ name: 'Gut GmbH', email: 'gut@example.org' },
	])
	const [place] = await sql`select email, attributes from public.locations`
	expect(place).toEqual({ email: 'hallo@example.org', attributes: many.slice(0, 100) })
	expect(await sql`select email from public.customers`).toEqual([{ email: null }])
	expect(await sql`select recipient, state from public.messages order by state, recipient`).toEqual([
		{ recipient: 'a@x.org', state: 'queued' },
		{ recipient: 'unbekannt@ungueltig.invalid', state: 'sent' },
		{ recipient: 'unbekannt@ungueltig.invalid', state: 'failed' },
	])
	const aside = await sql`select place, row_id, value from internal.set_aside order by place, value`
	expect(aside.map(({ place: at, value }) => `${at} ${String(value).slice(0, 20)}`)).toEqual([
		'companies.email keine',
		'customers.email a@x.org, b@x.org',
		'locations.attributes {payment:0,payment:1',
		'locations.email  hallo@example.org ',
		'messages.recipient Mia <a@x.org>',
		'messages.recipient a@x.org, b@x.org',
	])
	expect(aside.map(({ row_id }) => row_id)).toEqual(expect.arrayContaining([company?.id, location?.id, customer?.id]))
	// No value is left that would make a later change of its row fail.
	for (const table of ['companies', 'locations', 'customers'])
		await sql.unsafe(`update public.${table} set created_at = created_at`)
	const open =
		await sql`select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`
	expect(open).toEqual([])
	await expect(sql`update public.companies set email = 'keine' where id = ${good?.id}`).rejects.toThrow(
		'companies_email_check',
	)
})
