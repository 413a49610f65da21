import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createCallerCheck } from './caller.ts'
import type { Keys } from './context.ts'
import { type Backend, createBackend } from './index.ts'
import { loadKeys } from './keys.ts'
import { startTestServer, subscribed } from './realtime/test-server.ts'

const URL_OF_SERVICES = 'http://localhost:9997'
const SUB = '00000000-0000-4000-8000-00000000000a'
// Roles belong to the whole server, so the name must be unique.
const ROLE = `auditor_${randomUUID().slice(0, 8)}`
const OUTSIDER = `outsider_${randomUUID().slice(0, 8)}`

let database: TestDatabase
let folder: string
let keys: Keys
let backend: Backend

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create role ${ROLE} nologin;
		create role ${OUTSIDER} nologin;
		grant ${ROLE} to authenticator;
		grant usage on schema public, storage to ${ROLE}, ${OUTSIDER};
		create table public.reports (id integer primary key, told text);
		insert into public.reports values (1, 'secret');
		grant select on public.reports to ${ROLE}, ${OUTSIDER};
		create function public.who() returns text language sql stable as 'select current_user::text';
		grant execute on function public.who to public;
		grant select, insert on storage.objects to ${ROLE};
		create policy auditors on storage.objects to ${ROLE} using (bucket_id = 'reports') with check (bucket_id = 'reports');
		grant usage on schema realtime to ${ROLE};
		grant select on realtime.messages to ${ROLE};
		create policy auditors on realtime.messages for select to ${ROLE} using (true)`)
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tokens-'))
	keys = await loadKeys(folder)
	// All tests of a run share the login role, so its password must be the same.
	keys.database = 'test'
	// The form that key tools write.
	keys.signing = { ...keys.signing, key_ops: ['sign', 'verify'], ext: true }
	backend = await open()
	await admin().storage.createBucket('reports', { public: false })
})
afterAll(async () => {
	await backend.close()
	await database.sql.unsafe(`drop owned by ${ROLE}, ${OUTSIDER}; drop role ${ROLE}; drop role ${OUTSIDER}`)
	await database.drop()
	await fs.rm(folder, { recursive: true, force: true })
})

const open = (tokens?: { issuer?: string; audience?: string }): Promise<Backend> =>
	createBackend({
		...{ databaseUrl: database.url, keys, poolSize: 3, mailer: { send: async () => undefined } },
		settings: {
			...{ url: URL_OF_SERVICES, siteUrl: URL_OF_SERVICES, redirectAllowList: [], storageDir: folder },
			...{ templatesDir: folder, confirmMail: false, schemas: ['public'], rateLimits: false, tokens },
			log: () => undefined,
		},
	})

async function token(claims: JWTPayload & { role?: unknown }): Promise<string> {
	const { key_ops: _operations, ...key } = keys.signing
	return new SignJWT({ sub: SUB, ...claims })
		.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
		.setExpirationTime('1h')
		.sign(await importJWK(key as never, 'ES256'))
}

function clientOf(headers: Record<string, string>, key = keys.publishable, from = backend): SupabaseClient {
	const fetch = (input: RequestInfo | URL, init?: RequestInit) => from.fetch(new Request(input, init))
	return createClient(URL_OF_SERVICES, key, {
		global: { fetch, headers },
		auth: { persistSession: false, autoRefreshToken: false },
	})
}
const admin = () => clientOf({}, keys.secret)
const bearer = async (claims: JWTPayload & { role?: unknown }, from?: Backend) =>
	clientOf({ authorization: `Bearer ${await token(claims)}` }, undefined, from)

describe('roles', () => {
	test('that are granted to callers are switched to, for rows and files', async () => {
		const client = await bearer({ role: ROLE })
		expect((await client.rpc('who')).data).toBe(ROLE)
		expect((await client.from('reports').select()).data).toEqual([{ id: 1, told: 'secret' }])
		expect((await client.storage.from('reports').upload('a.txt', 'a')).error).toBeNull()
		expect((await client.storage.from('reports').list()).data).toHaveLength(1)
		const other = await bearer({ role: 'authenticated' })
		expect((await other.from('reports').select()).error?.code).toBe('42501')
		expect((await other.storage.from('reports').list()).data).toEqual([])
	})

	test('are checked by private channels', async () => {
		const server = await startTestServer(database)
		try {
			const join = async (role: string): Promise<string> => {
				const signed = await new SignJWT({ role, sub: SUB })
					.setProtectedHeader({ alg: 'ES256', kid: server.context.keys.signing.kid })
					.setExpirationTime('1h')
					.sign(await importJWK(server.context.keys.signing as never, 'ES256'))
				const client = createClient(server.url, server.context.keys.publishable, { accessToken: async () => signed })
				await client.realtime.setAuth()
				const channel = client.channel(randomUUID(), { config: { private: true } })
				const outcome = await subscribed(channel).then(
					() => 'joined',
					(error: Error) => error.message,
				)
				await client.removeAllChannels()
				return outcome
			}
			expect(await join(ROLE)).toBe('joined')
			expect(await join(OUTSIDER)).toContain('permission denied to set role')
			expect(await join('nobody-at-all')).toContain('does not exist')
			expect(server.logs.filter((line) => line.startsWith('error'))).toEqual([])
		} finally {
			await server.close()
		}
	})

	test('that are not granted are refused, as in PostgREST', async () => {
		const refused: [unknown, number][] = [
			[OUTSIDER, 403],
			...['postgres', 'supabase_admin', 'supabase_auth_admin', 'pg_read_all_data', 'pg_execute_server_program'].map(
				(role): [string, number] => [role, role.startsWith('supabase') ? 401 : 403],
			),
			...['none', 'NONE ', 'authenticator', 'nobody', `"${ROLE}"`, ROLE.toUpperCase(), `${ROLE};reset role`, 'ü'].map(
				(role): [string, number] => [role, 401],
			),
			['a\0b', 400],
		]
		for (const [role, status] of refused) {
			const client = await bearer({ role })
			const answer = await client.rpc('who')
			expect({ role, status: answer.status, data: answer.data }).toEqual({ role, status, data: null })
			expect({ role, files: (await client.storage.from('reports').list()).data }).toEqual({ role, files: null })
		}
	})

	test("without a role, or with one that is not a text, a token is a visitor's", async () => {
		for (const role of [undefined, null, '', 7, ['service_role'], { role: 'service_role' }])
			expect((await (await bearer({ role })).rpc('who')).data).toBe('anon')
	})
})

describe('issuer and audience', () => {
	const cases: [JWTPayload, boolean][] = [
		[{ iss: `${URL_OF_SERVICES}/auth/v1`, aud: 'authenticated' }, true],
		[{ iss: `${URL_OF_SERVICES}/auth/v1`, aud: ['other', 'authenticated'] }, true],
		[{ iss: `${URL_OF_SERVICES}/auth/v1` }, true],
		[{ iss: 'https://other.example/auth/v1', aud: 'authenticated' }, false],
		[{ iss: `${URL_OF_SERVICES}/auth/v1`, aud: 'other' }, false],
		[{}, false],
	]

	test('any correctly signed token is accepted by default', async () => {
		for (const [claims] of cases) expect((await (await bearer({ ...claims, role: ROLE })).rpc('who')).data).toBe(ROLE)
		const stranger = await generateKeyPair('ES256', { extractable: true })
		const forged = await new SignJWT({ role: ROLE })
			.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
			.sign(stranger.privateKey)
		expect((await clientOf({ authorization: `Bearer ${forged}` }).rpc('who')).status).toBe(401)
		expect(await exportJWK(stranger.publicKey)).toBeTruthy()
	})

	test('a setting names what a token must say', async () => {
		const strict = await open({ issuer: `${URL_OF_SERVICES}/auth/v1`, audience: 'authenticated' })
		try {
			for (const [claims, taken] of cases) {
				const answer = await (await bearer({ ...claims, role: ROLE }, strict)).rpc('who')
				expect({ claims, status: answer.status }).toEqual({ claims, status: taken ? 200 : 401 })
				const user = await strict.fetch(
					new Request(`${URL_OF_SERVICES}/auth/v1/user`, {
						headers: { apikey: keys.publishable, authorization: `Bearer ${await token({ ...claims, role: ROLE })}` },
					}),
				)
				// There is no such account, which is the answer to a good token.
				const { msg } = (await user.json()) as { msg: string }
				expect({ claims, origin: /invalid (issuer|audience)/.test(msg) }).toEqual({ claims, origin: !taken })
			}
		} finally {
			await strict.close()
		}
	})

	test('a token that names nobody is no session', async () => {
		for (const sub of [undefined, '', 'x', 7 as never, '00000000'])
			expect(
				(
					await backend.fetch(
						new Request(`${URL_OF_SERVICES}/auth/v1/user`, {
							headers: {
								apikey: keys.publishable,
								authorization: `Bearer ${await token({ sub, role: 'authenticated' })}`,
							},
						}),
					)
				).status,
			).toBe(403)
	})
})

test('a key whose stated uses are signing and verifying can do both', async () => {
	const made = await admin().auth.admin.createUser({
		email: 'a@example.org',
		password: 'ein-langes-Wort-7',
		email_confirm: true,
	})
	expect(made.error).toBeNull()
	const { data } = await clientOf({}).auth.signInWithPassword({ email: 'a@example.org', password: 'ein-langes-Wort-7' })
	const check = createCallerCheck(keys)
	const headers = new Headers({ authorization: `Bearer ${data.session?.access_token}` })
	expect(await check(headers, new URL(URL_OF_SERVICES))).toMatchObject({ role: 'authenticated' })
})
