import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { type Catalog, compareCatalogs, readCatalog, readCatalogIn } from './catalog.ts'

let database: TestDatabase
let before: Catalog

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`create table public.parts (id integer primary key, size integer not null, colour text);
		create function public.sized(integer) returns integer language sql stable begin atomic select $1 + 1; end;
		create type public.shade as enum ('light', 'dark'); create type public.pair as (a integer, b integer);
		create domain public.small as integer check (value < 10); create sequence public.counted;
		create view public.shown as select id from public.parts; create publication noted for table public.parts (id);
		create text search configuration public.words (copy = simple)`)
	before = await readCatalog(database.sql)
})
afterAll(() => database.drop())

// Each statement must show up as exactly these changes.
test.for<[statement: string, found: string[]]>([
	[
		'alter table public.parts add column weight integer',
		['+ column public.parts.weight', '~ order of columns public.parts'],
	],
	['alter table public.parts alter size type bigint', ['~ column public.parts.size']],
	['alter table public.parts alter size drop not null', ['~ column public.parts.size']],
	['alter table public.parts alter size set default 3', ['~ column public.parts.size']],
	['alter table public.parts alter colour set storage external', ['~ column public.parts.colour']],
	['alter table public.parts alter colour set statistics 500', ['~ column public.parts.colour']],
	['alter table public.parts enable row level security', ['~ relation public.parts']],
	['alter table public.parts set (fillfactor = 70)', ['~ relation public.parts']],
	['alter sequence public.counted set unlogged', ['~ relation public.counted']],
	['alter table public.parts add constraint sized check (size > 0)', ['+ constraint public.parts sized']],
	['alter table public.parts add constraint late check (size > 1) not valid', ['+ constraint public.parts late']],
	['create index parts_size on public.parts (size) where size > 1', ['+ index public.parts_size']],
	['create policy own on public.parts using (size = 1)', ['+ policy public.parts own']],
	['grant select on public.parts to anon', ['~ rights of relation public.parts']],
	['grant update (size) on public.parts to anon', ['+ rights of column public.parts.size']],
	['grant execute on function public.sized to anon', ['+ rights of function public.sized(integer)']],
	['revoke usage on type public.shade from public', ['- rights of type public.shade']],
	['grant create on schema internal to anon', ['~ rights of schema internal']],
	['alter default privileges grant select on tables to anon', ['+ rights of new r in every schema']],
	['alter table public.parts owner to anon', ['~ owner of relation public.parts']],
	['alter function public.sized security definer', ['~ function public.sized(integer)']],
	[
		'create or replace function public.sized(integer) returns integer language sql stable begin atomic select $1 + 2; end',
		['~ function public.sized(integer)'],
	],
	[
		'create aggregate public.total(integer) (sfunc = int4pl, stype = integer)',
		['+ aggregate public.total(integer)', '+ owner'],
	],
	["alter type public.shade add value 'grey'", ['~ enum public.shade']],
	['alter type public.pair add attribute c text', ['+ column public.pair.c', '~ order of columns public.pair']],
	['alter domain public.small add constraint positive check (value > 0)', ['+ constraint public.small positive']],
	['alter sequence public.counted increment by 5', ['~ sequence public.counted']],
	['create or replace view public.shown as select id + 0 as id from public.parts', ['~ relation public.shown']],
	[
		'create trigger noticed before update on public.parts for each row execute function suppress_redundant_updates_trigger()',
		['+ trigger public.parts noticed'],
	],
	['create rule quiet as on delete to public.parts do instead nothing', ['+ rule public.parts quiet']],
	['create statistics public.linked (dependencies) on id, size from public.parts', ['+ statistics public.linked']],
	['alter publication noted set table public.parts (id, size)', ['~ published noted public.parts']],
	["alter publication noted set (publish = 'insert')", ['~ publication noted']],
	[
		'alter text search configuration public.words alter mapping for word with english_stem',
		['~ text search configuration public.words'],
	],
	["comment on column public.parts.size is 'in mm'", ['+ comment column size of table public.parts']],
	["comment on function public.sized is 'one more'", ['+ comment function public.sized(integer)']],
	['alter table storage.objects disable row level security', ['~ relation storage.objects']],
])('%s', async ([statement, expected]) => {
	const undone = new Error('undone')
	let after: Catalog = new Map()
	await database.sql
		.begin(async (transaction) => {
			await transaction.unsafe(statement)
			after = await readCatalogIn(transaction)
			throw undone
		})
		.catch((error: unknown) => {
			if (error !== undone) throw error
		})
	const found = compareCatalogs(before, after).map((difference) => difference.split('\n')[0])
	expect(found.filter((line) => !expected.some((start) => line?.startsWith(start)))).toEqual([])
	expect(expected.filter((start) => !found.some((line) => line?.startsWith(start)))).toEqual([])
})

test('rows that schema files insert are compared, except for times and random names', async () => {
	const held = await readCatalog(database.sql, { rows: true })
	expect(held.get('rows of public.ranking_weights')).toBeTruthy()
	await database.sql`update storage.buckets set created_at = created_at - interval '1 day'`
	expect(compareCatalogs(held, await readCatalog(database.sql, { rows: true }))).toEqual([])
	await database.sql`update storage.buckets set file_size_limit = 1 where id = (select min(id) from storage.buckets)`
	const [difference] = compareCatalogs(held, await readCatalog(database.sql, { rows: true }))
	expect(difference).toMatch(/^~ rows of storage\.buckets\n {4}- \{.*\n {4}\+ \{.*"file_size_limit": 1\b/)
})

test('a difference shows the lines that differ', () => {
	const first = new Map([['function f()', 'begin\n  one\nend']])
	const second = new Map([['function f()', 'begin\n  two\nend']])
	expect(compareCatalogs(first, second)).toEqual(['~ function f()\n    -   one\n    +   two'])
	expect(compareCatalogs(new Map([['index i', 'x']]), new Map([['index i', 'x, y']]))).toEqual([
		'~ index i\n    - x\n    + x, y',
	])
})
