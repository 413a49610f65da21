import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

// No answer may depend on rows that policies hide, or on columns that were not granted.

let fixture: Fixture
let user: string
beforeAll(async () => {
	fixture = await createFixture()
	user = await fixture.token({ sub: '00000000-0000-4000-8000-000000000001' })
	// Two tables whose rows nobody can see: one is full, the other one is empty.
	for (const name of ['full_one', 'none_one'])
		await fixture.database.sql.unsafe(`
			create table public.${name} (id int primary key, value text unique, amount int, data jsonb, tags text[], years int4range,
				day date, words tsvector, secret text default 'x');
			alter table public.${name} enable row level security;
			create policy nothing on public.${name} for all to authenticated using (id < 0) with check (id < 0 or id > 5000);
			grant select (id, value, amount, data, tags, years, day, words), insert, update, delete on public.${name} to authenticated;
			grant select on public.${name} to service_role;
			create function public.share(public.${name}) returns int language sql stable as 'select 100 / $1.amount';
			create function public.place(public.${name}) returns setof public.rooms language sql stable as 'select * from public.rooms where id = $1.amount / 0';
			grant execute on function public.share(public.${name}), public.place(public.${name}) to authenticated;
			create function public.store_${name}(what text) returns void language sql security definer
				as $$ insert into public.${name} (id, value, amount) values (1, what, 7) $$;
			create function public.damage_${name}() returns void language plpgsql security definer
				as $$ begin update public.${name} set id = null where id = 1; end $$;
			grant execute on function public.store_${name}, public.damage_${name} to authenticated`)
	await fixture.database
		.sql`insert into public.full_one select n, 'name ' || n % 3, n % 2, '{"a": "x"}', '{red}', '[1,5)', '2026-01-01', 'cat'
		from generate_series(1, 3) n`
	await fixture.database
		.sql`insert into public.full_one select n, 'often ' || n, 0, '{"a": "x"}', '{red}', '[1,5)', '2026-01-01', 'cat'
		from generate_series(4, 3000) n`
	await fixture.database.sql`analyze public.full_one, public.none_one`
	await delay(1_100)
	await fixture.request('/none_one?limit=0', as())
})
afterAll(() => fixture.drop())

const as = (init: RequestInit = {}): RequestInit => ({
	...init,
	headers: { authorization: `Bearer ${user}`, ...(init.headers as Record<string, string>) },
})

/** Status, headers and body, with both tables' names replaced by the same one. */
async function answerOf(table: string, path: string, init: RequestInit): Promise<string> {
	const response = await fixture.request(path.replaceAll('TABLE', table), as(init))
	const headers = [...response.headers].filter(([name]) => name !== 'date')
	return JSON.stringify([response.status, headers, await response.text()]).replaceAll(table, 'TABLE')
}

const FILTERS = (
	'value=eq.name 1;value=neq.name 1;value=gt.a;value=gte.a;value=lt.z;value=lte.z;value=like.n*;value=ilike.N*;value=match.(;' +
	'value=imatch.^n;value=in.(name 1,b);value=is.null;value=not.is.null;value=isdistinct.a;value=fts.(;value=wfts.cat;' +
	'value=eq(any).{name 1,b};value=like(all).{n*,*1};amount=eq.x;amount=eq.99999999999;amount=gt.0;amount=lt.1;data->>a=eq.x;' +
	'data->a=eq.1;data->a=eq.x;data=cs.{"a":"x"};data=eq.{;tags=cs.{red};tags=ov.{red};tags=eq.{;years=cs.3;years=ov.[1,9);' +
	'years=adj.[5,6);years=sl.[9,1);day=eq.2026-02-30;day=gte.2026-01-01;words=fts.cat;words=fts(nothing).cat;share=gt.1;' +
	'id=eq.1;or=(id.eq.1,value.eq.name 1,share.gt.1);not.or=(id.lt.0,amount.gt.1);secret=eq.x;and=(id.gt.0,secret.is.null)'
).split(';')
const SELECTS = (
	'*;id;value;id,value::int;value::date;value::json;amount::bool;share;id,place(*);id,place!inner(*);count();id.sum();value.max();' +
	'amount.avg(),value;secret;value::text[];tags->0;data->>a;data::text::int;ctid;xmin'
).split(';')
const ORDERS = ['id', 'value.desc', 'share', 'secret', 'data->a', 'place(id)'].map((order) => `order=${order}`)
const COUNTS = ['exact', 'planned', 'estimated'].map((count) => `count=${count}`)

describe('a table with hidden rows and an empty one are answered alike', () => {
	const same = async (path: string, init: RequestInit = {}): Promise<string[]> => {
		const [full, none] = await Promise.all(['full_one', 'none_one'].map((table) => answerOf(table, path, init)))
		return full === none ? [] : [`${init.method ?? 'GET'} ${path}: ${full} is not ${none}`]
	}
	const encoded = (query: string): string => query.replaceAll('{', '%7B').replaceAll('"', '%22').replaceAll(' ', '%20')

	test('when they are read, filtered, ordered, counted and aggregated', async () => {
		const queries = [
			...FILTERS.flatMap((filter) => [filter, `select=id,value&${filter}`, `select=count()&${filter}`]),
			...SELECTS.map((select) => `select=${select}`),
			...ORDERS.map((order) => `select=id,value&${order}`),
			...ORDERS.map((order) => `select=id,value,place(id)&${order}&value=gte.a`),
		]
		const found = queries
			.map(encoded)
			.flatMap((query) => [
				...COUNTS.map((prefer) => same(`/TABLE?${query}`, { headers: { prefer } })),
				same(`/TABLE?${query}`, { method: 'HEAD', headers: { prefer: 'count=planned' } }),
				same(`/TABLE?${query}`, { headers: { accept: 'application/vnd.pgrst.object+json' } }),
			])
		expect((await Promise.all(found)).flat()).toEqual([])
	})

	test('when they are changed and deleted', async () => {
		const headers = { prefer: 'return=representation, count=exact' }
		const found = FILTERS.map(encoded).flatMap((filter) => [
			...['{"amount":1}', '{"amount":"x"}', '{"id":null}'].map((body) =>
				same(`/TABLE?${filter}&select=id,value`, { method: 'PATCH', body, headers }),
			),
			same(`/TABLE?${filter}&select=id,value`, { method: 'DELETE', headers }),
		])
		expect((await Promise.all(found)).flat()).toEqual([])
		expect(await fixture.database.sql`select count(*)::int from public.full_one`).toEqual([{ count: 3_000 }])
	})
})

test('estimates that use all rows are only for roles that bypass policies', async () => {
	const { count } = await fixture.service.from('full_one').select('id', { count: 'planned', head: true })
	expect(count).toBe(3_000)
})

describe('errors of constraints', () => {
	test('do not show the row they are about', async () => {
		const init = { method: 'POST', body: '{"id":7000,"value":"often 5"}', headers: { prefer: 'return=minimal' } }
		const taken = await answerOf('full_one', '/TABLE', init)
		// Anybody who can insert a unique value can find out that it is taken.
		expect(taken).toContain('23505')
		expect(taken).not.toContain('already exists')
	})

	test("do not show the row within a function that has its owner's rights either", async () => {
		const stored = await answerOf('full_one', '/rpc/store_TABLE', { method: 'POST', body: '{"what":"new"}' })
		expect(JSON.parse(JSON.parse(stored)[2] as string)).toMatchObject({ code: '23505', details: null })
		const damaged = await answerOf('full_one', '/rpc/damage_TABLE', { method: 'POST', body: '{}' })
		expect(JSON.parse(JSON.parse(damaged)[2] as string)).toMatchObject({ code: '23502', details: null })
		expect(damaged).not.toContain('name 1')
	})

	test('about rows that the caller can see are passed on as PostgreSQL writes them', async () => {
		const { error } = await fixture.anon.from('labels').insert({ id: 1, name: 'x' })
		expect(error?.details).toBe('Key (id)=(1) already exists.')
	})
})

describe('the description of the schema', () => {
	type Description = { paths: Record<string, object>; definitions: Record<string, { properties: object }> }
	const described = async (token: string): Promise<Description> =>
		(await (await fixture.request('/', { headers: { authorization: `Bearer ${token}` } })).json()) as Description

	test('names what its reader can read, write and call', async () => {
		const anon = await described(fixture.keys.publishable)
		expect(anon.paths).toHaveProperty('/people')
		expect(anon.paths).not.toHaveProperty('/secrets')
		expect(anon.paths).not.toHaveProperty('/full_one')
		expect(anon.definitions).not.toHaveProperty('secrets')
		expect(anon.paths).not.toHaveProperty('/rpc/store_full_one')
		const signedIn = await described(user)
		expect(Object.keys(signedIn.paths['/secrets'] ?? {})).toEqual(['get'])
		expect(Object.keys(signedIn.paths['/full_one'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
		expect(signedIn.paths).toHaveProperty('/rpc/store_full_one')
	})

	test('shows the columns that are granted', async () => {
		await fixture.database.sql`revoke all on public.none_one from authenticated`
		await fixture.database.sql`grant select (id, value), update (amount) on public.none_one to authenticated`
		const { paths, definitions } = await described(user)
		expect(Object.keys(paths['/none_one'] ?? {})).toEqual(['get', 'patch'])
		expect(Object.keys(definitions.none_one?.properties ?? {})).toEqual(['id', 'value', 'amount'])
	})
})
