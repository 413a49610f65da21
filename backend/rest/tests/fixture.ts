import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import { type TestDatabase, createTestDatabase } from '../../testing/database.ts'
import type { BackendSettings, Keys } from '../../context.ts'
import { type Backend, createBackend } from '../../index.ts'
import { loadKeys } from '../../keys.ts'

export type Fixture = {
	database: TestDatabase
	backend: Backend
	keys: Keys
	/** The official client with the publishable key, without types of the tables. */
	anon: SupabaseClient
	service: SupabaseClient
	/** A raw request below `/rest/v1`; with `from`, that of a caller from outside. */
	request(path: string, init?: RequestInit, from?: string): Promise<Response>
	/** A token of a signed-in person; `claims` change its contents. */
	token(claims?: Record<string, unknown>): Promise<string>
	drop(): Promise<void>
}

const URL_BASE = 'http://localhost:9999'

type Given = Partial<Pick<BackendSettings, 'log' | 'rest'>>

/** A database with the schema of these tests, and the backend on it. */
export async function createFixture({ log = () => undefined, rest }: Given = {}): Promise<Fixture> {
	const database = await createTestDatabase()
	await database.sql.unsafe(await fs.readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'rest-test-'))
	const keys = await loadKeys(folder)
	// All tests of a run share the login role, so its password must be the same.
	keys.database = 'test'
	const backend = await createBackend({
		databaseUrl: database.url,
		keys,
		settings: {
			url: URL_BASE,
			siteUrl: URL_BASE,
			redirectAllowList: [],
			storageDir: folder,
			templatesDir: folder,
			confirmMail: false,
			schemas: ['public', 'private_area'],
			rateLimits: false,
			rest,
			log,
		},
		mailer: { send: async () => undefined },
		poolSize: 4,
	})
	const fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
		backend.fetch(new Request(input, init))
	const client = (key: string): SupabaseClient =>
		createClient(URL_BASE, key, { global: { fetch }, auth: { persistSession: false, autoRefreshToken: false } })
	return {
		database,
		backend,
		keys,
		anon: client(keys.publishable),
		service: client(keys.secret),
		request: (path, init, from) => {
			const headers = new Headers(init?.headers)
			headers.set('apikey', keys.publishable)
			if (init?.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
			return backend.fetch(new Request(`${URL_BASE}/rest/v1${path}`, { ...init, headers }), from)
		},
		token: async (claims) =>
			new SignJWT({ role: 'authenticated', ...claims })
				.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
				.setIssuer(`${URL_BASE}/auth/v1`)
				.setAudience('authenticated')
				.setExpirationTime('1 hour')
				.sign(await importJWK(keys.signing, 'ES256')),
		async drop() {
			await backend.close()
			await database.drop()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}
