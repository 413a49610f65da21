import type { IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Duplex } from 'node:stream'
import type { Sql } from 'postgres'
import { createAuth, isOpenAuthPath } from './auth/service.ts'
import type { SmsSender } from './auth/sms.ts'
import { CallerError, createCallerCheck } from './caller.ts'
import type { BackendContext, BackendSettings, Caller, Keys, Mailer, Service } from './context.ts'
import postgres from './postgres/driver.ts'
import { type Replication, type ReplicationOptions, startReplication } from './realtime/replication.ts'
import { createFunctions } from './functions/service.ts'
import { createRealtime } from './realtime/service.ts'
import { createRefusals } from './refusals.ts'
import { createLanes } from './rest/run/lanes.ts'
import { createOutside } from './rest/run/outside.ts'
import { createRest } from './rest/service.ts'
import { createStorage, isOpenStoragePath, isResumablePath, refuseStorage } from './storage/service.ts'

export type Backend = {
	/**
	 * Answers a request to `/auth/v1`, `/rest/v1`, `/storage/v1`, `/realtime/v1` or `/functions/v1`. `from` is the address of a
	 * caller from outside, to whom the limits of `settings.rest.outside` apply.
	 */
	fetch(request: Request, from?: string): Promise<Response>
	/** Accepts the WebSocket of `/realtime/v1/websocket`; `address` is the client's, if there is a proxy in front. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address?: string): void
	/** Follows the committed rows of a publication, whoever wrote them; needs `wal_level=logical`. */
	follow(options: Omit<ReplicationOptions, 'databaseUrl'>): Replication
	close(): Promise<void>
}

export type BackendOptions = {
	/** URL of a role that owns the services' schemas. */
	databaseUrl: string
	keys: Keys
	settings: BackendSettings
	mailer: Mailer
	/** Sends text messages; without it nothing is sent by phone. */
	sms?: SmsSender
	/**
	 * Maximum number of connections in each of three pools: for callers' rows, for rights of files and channels, and for the
	 * services' own work. Default: three per core.
	 */
	poolSize?: number
}

const CORS = {
	'access-control-allow-origin': '*',
	'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
	'access-control-expose-headers':
		'content-range, accept-ranges, etag, content-disposition, content-location, link, x-total-count, content-profile, x-supabase-api-version, location, upload-offset, upload-length, upload-metadata, upload-expires, tus-resumable, tus-version, tus-extension, tus-max-size',
	'access-control-max-age': '86400',
}

// A connection uses some megabytes, so those opened in a rush are closed afterwards.
const IDLE_SECONDS = 60
// After a database was away for a while, the driver would otherwise wait up to 20 seconds, even for its notifications.
const RECONNECT_SECONDS = 0.25

const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } }

/** The auth service reads bearer tokens itself, so that its errors are the same as hosted's; the gateway only checks the key. */
function callerHeaders(service: string, headers: Headers): Headers {
	const apikey = headers.get('apikey')
	return service === 'auth' && apikey ? new Headers({ apikey }) : headers
}

// Skipped unless the login fails, as for a new database or key; otherwise processes that start together would alter the
// role at the same time.
async function ensureLogin(owner: Sql, requests: Sql, password: string): Promise<void> {
	try {
		await requests`select 1`
	} catch {
		await owner.unsafe(`alter role authenticator with login password '${password.replaceAll("'", "''")}'`)
	}
}

/** Creates the Supabase-compatible services on one database: one fetch handler without a port of its own. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
	const { keys, settings, mailer } = options
	const poolSize = options.poolSize ?? Math.max(6, 3 * availableParallelism())
	const quiet = { onnotice: () => undefined, idle_timeout: IDLE_SECONDS, backoff: () => RECONNECT_SECONDS }
	const owner = postgres(options.databaseUrl, { max: poolSize, ...quiet })
	const login = new URL(options.databaseUrl)
	login.username = 'authenticator'
	login.password = keys.database
	const requests: Sql = postgres(login.href, { max: poolSize, ...quiet })
	const connect = (onclose: () => void): Sql => postgres(login.href, { max: 1, max_lifetime: null, onclose, ...quiet })
	const lanes = createLanes(connect, poolSize)
	const outside = settings.rest?.outside && createOutside(settings.rest.outside, connect)
	await ensureLogin(owner, requests, keys.database)
	const context: BackendContext = { requests, owner, keys, settings, mailer, sms: options.sms }
	const realtime = await createRealtime(context, options.databaseUrl)
	const services: Record<string, Service> = {
		auth: await createAuth(context),
		rest: await createRest(context, { lanes, outside }),
		storage: await createStorage(context),
		realtime: realtime.fetch,
	}
	const refusals = createRefusals(settings.log)
	const checkCaller = createCallerCheck(keys, settings.tokens)
	const functions = await createFunctions(context, checkCaller)

	async function answer(request: Request, url: URL, name: string, from: string | undefined): Promise<Response> {
		const service = Object.hasOwn(services, name) ? services[name] : undefined
		if (!service) return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
		try {
			const withoutKey = !request.headers.has('apikey') && !request.headers.has('authorization')
			const open =
				request.method === 'OPTIONS' || isOpenAuthPath(url.pathname) || (withoutKey && isOpenStoragePath(url.pathname))
			const caller = open ? ANONYMOUS : await checkCaller(callerHeaders(name, request.headers), url)
			return await service(request, url, { ...caller, from })
		} catch (error) {
			if (error instanceof CallerError && name === 'storage') return refuseStorage()
			if (error instanceof CallerError) {
				return Response.json({ code: error.code, message: error.message, details: null, hint: null }, { status: 401 })
			}
			settings.log('error', 'backend request failed', { path: url.pathname, error: String(error) })
			return Response.json({ code: 'unexpected_failure', message: 'Internal Server Error' }, { status: 500 })
		}
	}

	return {
		async fetch(request, from) {
			const url = new URL(request.url)
			const name = /^\/(\w+)\/v1(\/|$)/.exec(url.pathname)?.[1] ?? ''
			// Functions set their own headers for other origins, as they must on hosted.
			if (name === 'functions') return functions.fetch(request, url)
			const preflight = request.headers.has('access-control-request-method') || !isResumablePath(url.pathname)
			if (request.method === 'OPTIONS' && preflight) {
				const wanted = request.headers.get('access-control-request-headers') ?? '*'
				return new Response(null, { status: 204, headers: { ...CORS, 'access-control-allow-headers': wanted } })
			}
			const response = await answer(request, url, name, from)
			await refusals.note(name, response, from)
			for (const [header, value] of Object.entries(CORS)) response.headers.set(header, value)
			return response
		},
		upgrade: realtime.upgrade,
		follow: (wanted) => startReplication({ ...wanted, databaseUrl: options.databaseUrl }),
		async close() {
			refusals.close()
			await Promise.all([realtime.close(), functions.close()])
			await Promise.all([lanes.close(), outside?.close(), requests.end({ timeout: 5 }), owner.end({ timeout: 5 })])
		},
	}
}
