import * as fs from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { CallerError } from '../caller.ts'
import type { BackendContext, Caller } from '../context.ts'
import { readFunctionConfig } from './config.ts'
import { createWorkerHost, FunctionError, type FunctionLimits, type WorkerHost } from './worker-host.ts'

export type Functions = {
	fetch(request: Request, url: URL): Promise<Response>
	close(): Promise<void>
}

const LIMITS: FunctionLimits = { timeoutMs: 150_000, blockedMs: 10_000, memoryMb: 256 }
const NAME = /^\/functions\/v1\/([A-Za-z][\w-]{0,99})(\/.*)?$/
// Statuses whose responses must not have a body.
const EMPTY = new Set([101, 204, 205, 304])

/**
 * Creates the functions service: `<dir>/<name>/index.ts`, each in its own thread, below `/functions/v1/<name>`. A
 * function sees the path starting with its name, as on hosted, and answers preflight requests itself.
 */
export async function createFunctions(
	context: BackendContext,
	checkCaller: (headers: Headers, url: URL) => Promise<Caller>,
): Promise<Functions> {
	const { functions: settings, log, url: publicUrl } = context.settings
	const configOf = await readFunctionConfig(settings?.configFile ?? '')
	const limits = { ...LIMITS, ...settings }
	const hosts = new Map<string, WorkerHost>()

	async function environment(): Promise<Record<string, string>> {
		const own = await fs.readFile(path.join(settings?.dir ?? '', '.env'), 'utf8').catch(() => '')
		return {
			...(parseEnv(own) as Record<string, string>),
			SUPABASE_URL: publicUrl,
			SUPABASE_ANON_KEY: context.keys.publishable,
			SUPABASE_SERVICE_ROLE_KEY: context.keys.secret,
		}
	}

	async function hostOf(name: string): Promise<WorkerHost> {
		const known = hosts.get(name)
		if (known) return known
		const file = path.join(settings?.dir ?? '', name, 'index.ts')
		const exists = settings !== undefined && configOf(name).enabled && (await fs.stat(file).catch(() => undefined))
		if (!exists) throw new FunctionError(404, 'NOT_FOUND', 'Requested function was not found')
		const made = createWorkerHost(name, { file, env: await environment() }, limits, log)
		const host = hosts.get(name) ?? made
		hosts.set(name, host)
		return host
	}

	async function check(request: Request, url: URL): Promise<void> {
		if (!request.headers.has('authorization') && !request.headers.has('apikey')) {
			throw new CallerError('401', 'Missing authorization header')
		}
		await checkCaller(request.headers, url)
	}

	async function answer(request: Request, url: URL): Promise<Response> {
		const [, name = '', rest = ''] = NAME.exec(url.pathname) ?? []
		const host = await hostOf(name)
		if (request.method !== 'OPTIONS' && configOf(name).verifyJwt) await check(request, url)
		if (request.headers.has('upgrade'))
			throw new FunctionError(501, 'NO_UPGRADE', 'Connection Upgrade is not supported')
		const { status, statusText, headers, body } = await host.call(
			{
				method: request.method,
				url: `${new URL(publicUrl).origin}/${name}${rest}${url.search}`,
				headers: [...request.headers],
				body: request.body as ReadableStream | null,
			},
			request.signal,
		)
		if (status < 200) throw new FunctionError(501, 'NO_UPGRADE', 'Connection Upgrade is not supported')
		const response = new Response(EMPTY.has(status) ? null : body, { status, statusText, headers })
		const region = request.headers.get('x-region')
		if (region && /^[\w-]{1,40}$/.test(region)) response.headers.set('x-sb-edge-region', region)
		return response
	}

	return {
		async fetch(request, url) {
			try {
				return await answer(request, url)
			} catch (error) {
				if (error instanceof CallerError) {
					return refuse(401, 401, error.code === '401' ? error.message : 'Invalid JWT', true)
				}
				if (error instanceof FunctionError) {
					return refuse(error.status, error.code, error.message, error.status === 501 || error.status === 503)
				}
				log('error', 'function request failed', { path: url.pathname, error: String(error) })
				return refuse(500, 'InternalServerError', 'Internal Server Error', true)
			}
		},
		async close() {
			await Promise.all([...hosts.values()].map((host) => host.close()))
		},
	}
}

/**
 * An answer that did not come from a function. With `relay` the client turns it into a FunctionsRelayError, otherwise
 * into a FunctionsHttpError.
 */
function refuse(status: number, code: string | number, message: string, relay: boolean): Response {
	const headers = new Headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-relay-error' })
	if (relay) headers.set('x-relay-error', 'true')
	return Response.json({ code, message }, { status, headers })
}
