import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lease, openSandboxes, type Sandboxes } from './world.ts'

let world: Sandboxes
beforeAll(async () => {
	world = await openSandboxes()
})
afterAll(() => world.close())

test('a prepared salon is in the midst of its day', async () => {
	const company = await world.prepare()
	const [held] = await world.sql`select place.state, company.sandbox,
			(select count(*)::integer from public.appointments visit where visit.location_id = place.id and visit.starts_at between now() and now() + interval '36 hours') as coming,
			(select count(*)::integer from public.appointments visit where visit.location_id = place.id and visit.state = 'requested') as asked,
			(select count(*)::integer from public.events course where course.location_id = place.id) as courses,
			(select count(*)::integer from public.event_seats seat join public.events course on course.id = seat.event_id
				where course.location_id = place.id and seat.source is not null) as seats,
			(select count(*)::integer from public.agreements agreed where agreed.company_id = company.id) as agreed
		from public.companies company join public.locations place on place.company_id = company.id where company.id = ${company}`
	expect(held).toMatchObject({ state: 'published', sandbox: true, courses: 1, seats: 5, agreed: 2 })
	expect(held?.coming).toBeGreaterThan(15)
	expect(held?.asked).toBeGreaterThan(0)
	expect(await world.sql`select state from public.messages where state in ('queued', 'sending')`).toEqual([])
	expect(await world.sql`select * from internal.index_differences()`).toEqual([])
})

test('thirty who come at once get different ones, and no more than are free', async () => {
	for (let made = 0; made < 4; made++) await world.prepare()
	const leases = await Promise.all(Array.from({ length: 30 }, () => world.lease()))
	const got = leases.flatMap((lease) => (lease ? [lease.company_id] : []))
	expect(got).toHaveLength(5)
	expect(new Set(got).size).toBe(5)
	expect(await world.lease()).toBeNull()
}, 120_000)

test('a browser comes back into its own, also with two requests at once, and after its end gets another', async () => {
	await world.prepare()
	await world.prepare()
	const key = randomBytes(32).toString('hex')
	const [first, second] = await Promise.all([world.lease(key), world.lease(key)])
	expect(first).not.toBeNull()
	expect(second).toEqual(first)
	const visitor = await world.visitor(first as Lease)
	expect(Date.parse(String((await visitor.rpc('sandbox_until')).data))).toBe(Date.parse(String(first?.until)))
	await world.sql`update internal.sandboxes set leased_until = now() - interval '1 second' where user_id = ${String(first?.user_id)}`
	expect((await visitor.rpc('sandbox_until')).data).toBeNull()
	const third = await world.lease(key)
	expect(third?.company_id).not.toBe(first?.company_id)
	expect(await world.sql`select from auth.users where id = ${String(first?.user_id)}`).toEqual([])
	expect((await world.server.rpc('lease_sandbox', { p_key_hash: 'kurz' })).error?.message).toBe('secret_invalid')
	expect((await world.services.client().rpc('sandbox_until')).error).not.toBeNull()
	await world.server.rpc('reset_sandbox', { p_user: String(third?.user_id) })
})

test('an account for which nothing was prepared goes, and no other', async () => {
	const { sql, server } = world
	const made = async (email: string) =>
		(await server.auth.admin.createUser({ email, email_confirm: true })).data.user?.id ?? ''
	const [orphan, fresh, other] = [
		await made('demo-alt@demo.invalid'),
		await made('demo-neu@demo.invalid'),
		await made('demo-alt@example.org'),
	]
	await sql`update auth.users set created_at = now() - interval '1 hour' where id in (${orphan}, ${other})`
	await server.rpc('reset_sandboxes', { p_ready: 0 })
	const left = await sql`select id from auth.users where id in (${orphan}, ${fresh}, ${other})`
	expect(new Set(left.map(({ id }) => id))).toEqual(new Set([fresh, other]))
})

test('so many are prepared as are wanted, and never more than twenty in all', async () => {
	const wanted = async (ready: number) => (await world.server.rpc('reset_sandboxes', { p_ready: ready })).data
	expect(await wanted(3)).toBe(3)
	expect(await wanted(100)).toBe(15)
	expect(await wanted(0)).toBe(0)
	expect(await world.prepare(0)).toBeNull()
})

test('an hour later, or with the next day, a sandbox is gone with its account and every row', async () => {
	const { sql, server } = world
	const [lease] = await sql`select company_id, user_id from internal.sandboxes where leased_until is not null limit 1`
	await sql`update internal.sandboxes set leased_until = now() - interval '1 second' where company_id = ${lease?.company_id}`
	const stale = await world.prepare()
	await sql`update internal.sandboxes set prepared_on = prepared_on - 1 where company_id = ${stale}`
	await server.rpc('reset_sandboxes', { p_ready: 0 })
	expect(await sql`select from auth.users where id = ${lease?.user_id}`).toEqual([])
	const due = (await server.rpc('companies_to_delete')).data as { id: string }[]
	expect(due.map(({ id }) => id)).toEqual(expect.arrayContaining([lease?.company_id, stale]))
	for (const { id } of due) while (Number((await server.rpc('delete_company', { p_company: id })).data) > 0);
	expect(await leftOf(String(lease?.company_id))).toEqual({})
}, 120_000)

test('whoever gets one of yesterday while it is to be ended keeps it', async () => {
	const { sql, server } = world
	const yesterday = async () => {
		const made = await world.prepare()
		await sql`update internal.sandboxes set prepared_on = prepared_on - 1 where company_id = ${made}`
		return String(made)
	}
	const reset = async () => expect((await server.rpc('reset_sandboxes', { p_ready: 0 })).error).toBeNull()
	const stale = await yesterday()
	await sql.begin(async (mine) => {
		await mine`update internal.sandboxes set leased_at = now(), leased_until = now() + interval '1 hour', key_hash = ${'c'.repeat(64)}
			where company_id = ${stale}`
		await reset()
	})
	await reset()
	expect(await sql`select goes_at from public.companies where id = ${stale}`).toEqual([{ goes_at: null }])
	for (let round = 0; round < 4; round++) {
		await yesterday()
		const [lease] = await Promise.all([world.lease(), reset(), reset()])
		if (!lease) continue
		expect(await sql`select goes_at from public.companies where id = ${lease.company_id}`).toEqual([{ goes_at: null }])
		expect(await sql`select from auth.users where id = ${lease.user_id}`).toHaveLength(1)
	}
	await sql`update internal.sandboxes set leased_until = now() where leased_at is not null`
	await reset()
	expect(await sql`select from internal.sandboxes`).toEqual([])
}, 120_000)

// That something has changed at a location, without saying what: goes after a day with everybody's.
const NAMELESS = new Set(['public.calendar_changes'])

/** Tables with a company or a location, by name, and how many rows of this company they still have, or of locations that are gone. */
async function leftOf(company: string): Promise<Record<string, number>> {
	const tables = await world.sql<{ table: string; column: string }[]>`
		select format('%I.%I', held.nspname, kept.relname) as table, named.attname as column from pg_attribute named
		join pg_class kept on kept.oid = named.attrelid and kept.relkind in ('r', 'p') join pg_namespace held on held.oid = kept.relnamespace
		where held.nspname in ('public', 'internal') and named.attname in ('company_id', 'location_id') and not named.attisdropped`
	expect(tables.length).toBeGreaterThan(40)
	const left: Record<string, number> = {}
	for (const { table, column } of tables) {
		const [found] = await world.sql.unsafe<{ rows: number }[]>(
			`select count(*)::integer as rows from ${table} where ${column === 'company_id' ? '$1::uuid = company_id' : '$1::uuid is not null and location_id is not null and not exists (select from public.locations place where place.id = location_id)'}`,
			[company],
		)
		if (found?.rows && !NAMELESS.has(table)) left[`${table}.${column}`] = found.rows
	}
	return left
}
