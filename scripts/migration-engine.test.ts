import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { compareCatalogs, readCatalog } from './catalog.ts'
import { difference } from './migration-engine.ts'

// Each generated change from one state to another is tried on rows, with the cases that such tools get wrong.
const BEFORE = `
	create table public.visits (id integer primary key, minutes integer not null, note text);
	insert into public.visits values (1, 30, 'a'), (2, 45, 'b');
	create index visits_minutes on public.visits (minutes);
	alter table public.visits enable row level security;
	create policy short on public.visits for select using (minutes < 60);
	create function public.longest() returns integer language sql stable begin atomic select max(minutes) from public.visits; end;
	create function public.twice() returns integer language sql stable begin atomic select 2 * public.longest(); end;
	create view public.long_visits as select id, minutes from public.visits where minutes > public.longest() - 10;
	create type public.state as enum ('open', 'done')`

async function database(text: string): Promise<{ sql: Sql; url: string }> {
	const server = String(process.env.TEST_DATABASE_URL)
	const name = `engine_${randomUUID().replaceAll('-', '')}`
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name} template template0`)
	const url = server.replace(/[^/]+$/, name)
	const sql = postgres(url, { max: 1, onnotice: () => undefined })
	onTestFinished(async () => {
		await sql.end({ timeout: 1 })
		await admin.unsafe(`drop database ${name} with (force)`)
		await admin.end()
	})
	await sql.unsafe(text)
	return { sql, url }
}

/** Runs the generator's text for the change from BEFORE to `wanted` on rows; fails when the result differs. */
async function changed(
	wanted: string,
	renames: string[] = [],
): Promise<{ sql: Sql; texts: string[]; renamed: string[] }> {
	const [before, after] = [await database(BEFORE), await database(wanted)]
	const { texts, renamed } = await difference(before.url, after.url, renames)
	for (const text of texts) await before.sql.begin((transaction) => transaction.unsafe(text))
	expect(compareCatalogs(await readCatalog(before.sql), await readCatalog(after.sql))).toEqual([])
	return { sql: before.sql, texts, renamed }
}

test('a new body of a function that others are compiled against is replaced in place', async () => {
	const { sql, texts } = await changed(BEFORE.replace('max(minutes)', 'max(minutes) + 1'))
	expect(texts.join('\n')).not.toContain('DROP')
	expect([...(await sql`select public.twice() as found`)]).toEqual([{ found: 92 }])
})

test('a new result type of a function drops and recreates what is compiled against it, in order', async () => {
	const wanted = BEFORE.replace('longest() returns integer', 'longest() returns bigint').replace(
		'2 * public.longest()',
		'(2 * public.longest())::integer',
	)
	const { sql } = await changed(wanted)
	expect([...(await sql`select public.twice() as found`)]).toEqual([{ found: 90 }])
})

test('a new type of a column recreates functions, view, policy and index, and keeps the rows', async () => {
	const wanted = BEFORE.replace('minutes integer not null', 'minutes bigint not null')

		.replaceAll('returns integer', 'returns bigint')
	const { sql } = await changed(wanted)
	expect([...(await sql`select id, minutes from public.visits order by id`)]).toEqual([
		{ id: 1, minutes: '30' },
		{ id: 2, minutes: '45' },
	])
})

test('a new value of an enum and its uses become two files', async () => {
	const wanted = `${BEFORE.replace("'done')", "'done', 'lost')")};
		create table public.cases (id integer primary key, state public.state not null default 'lost')`
	const { texts } = await changed(wanted)
	expect(texts.map((text) => [text.includes("ADD VALUE 'lost'"), text.includes("DEFAULT 'lost'")])).toEqual([
		[true, false],
		[false, true],
	])
})

test('a renamed column is suggested, and keeps its rows when the developer agrees', async () => {
	const wanted = BEFORE.replace('note text', 'remark text')
	expect((await changed(wanted)).renamed.join('\n')).toContain('remark')
	const { sql, texts } = await changed(wanted, ['column:public.visits.note=column:public.visits.remark'])
	expect(texts.join('\n')).toContain('RENAME COLUMN')
	expect([...(await sql`select count(remark)::int as kept from public.visits`)]).toEqual([{ kept: 2 }])
})
