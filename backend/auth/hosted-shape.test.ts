import { randomUUID } from 'node:crypto'
import { hash } from 'bcrypt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTED_AUTH_TABLES } from './hosted-shape.ts'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
	server = await startTestServer({})
	// Hosted's tables without its rules: rows are copied through them as through a file written by pg_dump.
	await server.sql`create schema hosted`
	for (const [table, columns] of Object.entries(HOSTED_AUTH_TABLES)) {
		const list = stored(table).map((name) => `${name} ${columns[name]?.replace('!', ' not null')}`)
		await server.sql.unsafe(`create table hosted.${table} (${list.join(', ')})`)
	}
})
afterAll(() => server?.stop())

/** The columns of a table as pg_dump writes them. */
function stored(table: string): string[] {
	return Object.entries(HOSTED_AUTH_TABLES[table] ?? {}).flatMap(([name, type]) =>
		type.includes('generated') ? [] : [name],
	)
}

async function move(from: string, to: string): Promise<void> {
	const tables = Object.keys(HOSTED_AUTH_TABLES)
	await server.sql.begin(async (sql) => {
		await sql`set local session_replication_role = replica`
		await sql.unsafe(`truncate ${tables.map((table) => `${to}.${table}`).join(', ')} cascade`)
		for (const table of tables) {
			const list = stored(table).join(', ')
			await sql.unsafe(`insert into ${to}.${table} (${list}) select ${list} from ${from}.${table}`)
		}
	})
}

test.each(Object.keys(HOSTED_AUTH_TABLES))('%s has every column of hosted with its type', async (table) => {
	const rows = await server.sql<{ name: string; type: string; extra: boolean }[]>`
		select a.attname as name, a.attnotnull and not a.atthasdef as extra,
			replace(replace(replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'),
				'timestamp without time zone', 'timestamp'), 'character varying', 'varchar')
				|| case when a.attnotnull then '!' else '' end || case when a.attgenerated <> '' then ',generated' else '' end as type
		  from pg_attribute a where a.attrelid = ${`auth.${table}`}::regclass and a.attnum > 0 and not a.attisdropped`
	const hosted = HOSTED_AUTH_TABLES[table] ?? {}
	const ours = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
	expect(ours).toMatchObject(hosted)
	// Hosted's rows have no values for columns that only we have.
	expect(rows.filter(({ name, extra }) => !(name in hosted) && extra)).toEqual([])
})

test('an account of hosted signs in here, and is unchanged after being copied back', async () => {
	const [id, email] = [randomUUID(), newEmail()]
	const now = new Date('2026-03-04T05:06:07.891Z')
	await server.sql`insert into hosted.users ${server.sql({
		id,
		email,
		instance_id: '00000000-0000-0000-0000-000000000000',
		aud: 'authenticated',
		role: 'authenticated',
		encrypted_password: (await hash(PASSWORD, 10)).replace('$2b$', '$2a$'),
		email_confirmed_at: now,
		confirmation_token: '',
		recovery_token: '',
		email_change_token_new: '',
		email_change: '',
		raw_app_meta_data: { provider: 'email', providers: ['email'] } as never,
		raw_user_meta_data: { name: 'Vera\t"Öz"\n' } as never,
		is_sso_user: false,
		is_anonymous: false,
		created_at: now,
		updated_at: now,
	})}`
	await server.sql`insert into hosted.identities ${server.sql({
		id: randomUUID(),
		user_id: id,
		provider: 'email',
		provider_id: id,
		identity_data: { sub: id, email, email_verified: true } as never,
		created_at: now,
		updated_at: now,
	})}`
	const before =
		await server.sql`select to_jsonb(u) as row from hosted.users u union all select to_jsonb(i) from hosted.identities i`
	await move('hosted', 'auth')
	const again = async () => {
		await move('auth', 'hosted')
		return server.sql`select to_jsonb(u) as row from hosted.users u union all select to_jsonb(i) from hosted.identities i`
	}
	expect([...(await again())]).toEqual([...before])
	const { data, error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ id, user_metadata: { name: 'Vera\t"Öz"\n' }, identities: [{ provider: 'email' }] })
	// The account now has a session, a refresh token and a factor, so that those tables are compared as well.
	await server.client().auth.signInWithPassword({ email, password: PASSWORD })
	await again()
	const [counts] = await server.sql`select (select count(*)::int from hosted.sessions) as sessions,
		(select count(*)::int from hosted.refresh_tokens) as tokens`
	expect(counts).toEqual({ sessions: 2, tokens: 2 })
})
