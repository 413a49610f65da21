import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { CallerError, createCallerCheck } from '../caller.ts'
import type { BackendContext, Service } from '../context.ts'
import { loadKeys } from '../keys.ts'
import postgres from '../postgres/driver.ts'
import { createRealtime, type Realtime } from './service.ts'

/** A realtime service (and the others) on its own port; only for tests. */
export type TestServer = {
	url: string
	context: BackendContext
	realtime: Realtime
	logs: string[]
	/** A client with the publishable key, a user's token or the secret key. */
	client(options?: { user?: string; secret?: boolean; vsn?: string }): SupabaseClient
	token(user: string, lifetime?: string): Promise<string>
	close(): Promise<void>
}

type Options = {
	services?: (context: BackendContext) => Promise<Record<string, Service>>
	dataDir?: string
	settings?: Partial<BackendContext['settings']>
}

/** Starts the services on a database as `createBackend` does. */
export async function startTestServer(database: { url: string; sql: Sql }, options: Options = {}): Promise<TestServer> {
	const folder = options.dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'realtime-')))
	const keys = await loadKeys(folder)
	// Roles belong to the whole server, so each test server gets a login of its own, rather than a password for a shared one.
	const role = `login_${randomUUID().replaceAll('-', '')}`
	await database.sql.unsafe(`create role ${role} login inherit in role authenticator password 'test'`)
	const login = new URL(database.url)
	login.username = role
	login.password = 'test'
	const requests = postgres(login.href, { max: 5, onnotice: () => undefined })
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const logs: string[] = []
	const context: BackendContext = {
		requests,
		owner: database.sql,
		keys,
		settings: {
			url,
			siteUrl: url,
			redirectAllowList: [],
			storageDir: path.join(folder, 'storage'),
			templatesDir: folder,
			confirmMail: false,
			schemas: ['public'],
			rateLimits: true,
			log: (level, message, details) => void logs.push(`${level} ${message} ${JSON.stringify(details ?? {})}`),
			...options.settings,
		},
		mailer: { send: async () => undefined },
	}
	const realtime = await createRealtime(context, database.url)
	const services: Record<string, Service> = { realtime: realtime.fetch, ...(await options.services?.(context)) }
	const check = createCallerCheck(keys)

	async function answer(request: Request): Promise<Response> {
		const address = new URL(request.url)
		const service = services[/^\/(\w+)\/v1\//.exec(address.pathname)?.[1] ?? '']
		if (!service) return new Response(null, { status: 404 })
		try {
			const caller = await check(request.headers, address).catch((error: unknown) => {
				if (error instanceof CallerError && request.headers.get('apikey') === null) return { role: 'anon', claims: {} }
				throw error
			})
			return await service(request, address, caller)
		} catch (error) {
			logs.push(`error ${String(error)} ${(error as Error).stack}`)
			return Response.json({ message: String(error) }, { status: error instanceof CallerError ? 401 : 500 })
		}
	}

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const response = await answer(toRequest(incoming, url))
		outgoing.writeHead(response.status, Object.fromEntries(response.headers))
		for await (const chunk of response.body ?? []) outgoing.write(chunk)
		outgoing.end()
	}
	server.on('request', (incoming, outgoing) => void serve(incoming, outgoing))
	// A test can act as the proxy that names an address.
	server.on('upgrade', (request, socket, head) =>
		realtime.upgrade(request, socket, head, request.headers['x-address']?.toString()),
	)

	async function token(user: string, lifetime = '1h'): Promise<string> {
		return new SignJWT({ role: 'authenticated' })
			.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
			.setSubject(user)
			.setIssuer(`${url}/auth/v1`)
			.setIssuedAt()
			.setExpirationTime(lifetime)
			.sign(await importJWK(keys.signing as never, 'ES256'))
	}

	return {
		url,
		context,
		realtime,
		logs,
		token,
		client({ user, secret, vsn } = {}) {
			return createClient(url, secret ? keys.secret : keys.publishable, {
				...(user ? { accessToken: () => token(user) } : { auth: { persistSession: false, autoRefreshToken: false } }),
				realtime: vsn ? { vsn } : {},
			})
		},
		async close() {
			await realtime.close()
			server.closeAllConnections()
			server.close()
			await requests.end({ timeout: 1 })
			await database.sql.unsafe(`drop role ${role}`)
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}

function toRequest(incoming: IncomingMessage, url: string): Request {
	const headers = new Headers()
	for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
	const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
	const body = hasBody ? (Readable.toWeb(incoming) as unknown as BodyInit) : undefined
	return new Request(`${url}${incoming.url}`, { method: incoming.method, headers, body, duplex: 'half' } as RequestInit)
}

/** Resolves when the channel has the given status; rejects on an error or after five seconds. */
export async function subscribed(channel: ReturnType<SupabaseClient['channel']>): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		setTimeout(() => reject(new Error('not subscribed in time')), 5_000).unref()
		channel.subscribe((status, error) => {
			if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
			else if (status === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) reject(error ?? new Error(status))
		})
	})
}

/** Waits until `check` holds; false after `milliseconds`. */
export async function until(check: () => boolean, milliseconds = 30_000): Promise<boolean> {
	const end = Date.now() + milliseconds
	while (!check() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
	return check()
}
