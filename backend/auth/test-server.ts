import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { createTestDatabase } from '../testing/database.ts'
import { createCallerCheck } from '../caller.ts'
import type { BackendContext, BackendSettings, Caller, Keys, Mail } from '../context.ts'
import { loadKeys } from '../keys.ts'
import postgres from '../postgres/driver.ts'
import { createAuth, isOpenAuthPath } from './service.ts'
import type { Sms, SmsSender } from './sms.ts'

export const BACKEND_URL = 'http://backend.test'
export const SITE_URL = 'http://site.test'

export type TestProcess = { fetch: typeof fetch; warmUp(): Promise<void>; stop(): Promise<void> }

/**
 * The auth service on a database of its own, for tests. Tests call it through the official client; its mails are kept
 * in a list.
 */
export type TestServer = {
	sql: Sql
	keys: Keys
	mails: Mail[]
	texts: Sms[]
	/** Claims of a bearer token as the other services see them. */
	caller(token: string): Promise<Caller>
	fetch: typeof fetch
	client(options?: { flowType?: 'pkce' | 'implicit'; secret?: boolean | string }): SupabaseClient
	/** One request with the publishable key, as raw HTTP. */
	request(path: string, init?: RequestInit): Promise<Response>
	/** A second process on the same database, with other keys if given. */
	second(keys?: Keys): Promise<TestProcess>
	/** Opens all connections; with only the first one, parallel requests would run one after the other. */
	warmUp(): Promise<void>
	stop(): Promise<void>
}

export async function startTestServer(
	changes: Partial<BackendSettings> = {},
	changeKeys: (keys: Keys) => Keys | Promise<Keys> = (keys) => keys,
): Promise<TestServer> {
	const database = await createTestDatabase()
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'auth-test-'))
	const keys = await changeKeys(await loadKeys(folder))
	const mails: Mail[] = []
	const texts: Sms[] = []
	const settings: BackendSettings = {
		url: BACKEND_URL,
		siteUrl: SITE_URL,
		redirectAllowList: ['http://other.test'],
		storageDir: folder,
		templatesDir: path.join(folder, 'templates'),
		confirmMail: true,
		schemas: ['public'],
		rateLimits: false,
		log: () => undefined,
		...changes,
	}
	const mailer = { send: async (mail: Mail) => void mails.push(mail) }
	const sms: SmsSender = {
		channels: ['sms'],
		send: async (message) => `message ${texts.push(message)}`,
	}
	const check = createCallerCheck(keys, settings.tokens)
	const first = await startProcess(database.url, { keys, settings, mailer, sms })
	const request: TestServer['request'] = (target, init = {}) => {
		const headers = new Headers(init.headers)
		headers.set('apikey', keys.publishable)
		return first.fetch(`${BACKEND_URL}/auth/v1${target}`, { ...init, headers, redirect: 'manual' })
	}
	return {
		sql: database.sql,
		keys,
		mails,
		texts,
		caller: (token) =>
			check(new Headers({ apikey: keys.publishable, authorization: `Bearer ${token}` }), new URL(BACKEND_URL)),
		fetch: first.fetch,
		client: ({ flowType = 'implicit', secret = false } = {}) =>
			createClient(BACKEND_URL, typeof secret === 'string' ? secret : secret ? keys.secret : keys.publishable, {
				global: { fetch: first.fetch },
				auth: {
					flowType,
					persistSession: true,
					storage: memoryStorage(),
					autoRefreshToken: false,
					storageKey: randomUUID(),
				},
			}),
		request,
		warmUp: () => first.warmUp(),
		second: (others = keys) => startProcess(database.url, { keys: others, settings, mailer, sms }),
		async stop() {
			await first.stop()
			await database.drop()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}

type Parts = Pick<BackendContext, 'keys' | 'settings' | 'mailer' | 'sms'>

async function startProcess(url: string, parts: Parts): Promise<TestProcess> {
	const owner = postgres(url, { max: 10, onnotice: () => undefined })
	const service = await createAuth({ ...parts, owner, requests: owner })
	const check = createCallerCheck(parts.keys, parts.settings.tokens)
	return {
		async fetch(input, init) {
			const request = new Request(input, init)
			const target = new URL(request.url)
			const apikey = request.headers.get('apikey') ?? ''
			const caller: Caller = isOpenAuthPath(target.pathname)
				? { role: 'anon', claims: {} }
				: await check(new Headers({ apikey }), target)
			return service(request, target, caller)
		},
		warmUp: async () => void (await Promise.all(Array.from({ length: 10 }, () => owner`select pg_sleep(0.2)`))),
		stop: () => owner.end({ timeout: 5 }),
	}
}

function memoryStorage(): {
	getItem(k: string): string | null
	setItem(k: string, v: string): void
	removeItem(k: string): void
} {
	const values = new Map<string, string>()
	return {
		getItem: (key) => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: (key) => void values.delete(key),
	}
}

let lastPhone = Math.floor(Date.now() / 100) % 1_000_000_000
/** A number that no other test of the process uses. */
export const newPhone = (): string => `491${(lastPhone += 1)}`
export const newEmail = (): string => `${randomUUID()}@mail.test`
export const PASSWORD = 'correct horse battery'
