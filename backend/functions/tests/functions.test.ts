import * as fs from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import {
	createClient,
	FunctionRegion,
	FunctionsFetchError,
	FunctionsHttpError,
	FunctionsRelayError,
	type SupabaseClient,
} from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCallerCheck } from '../../caller.ts'
import type { BackendContext, Keys } from '../../context.ts'
import { loadKeys } from '../../keys.ts'
import { createFunctions, type Functions } from '../service.ts'
import type { FunctionLimits } from '../worker-host.ts'

let folder: string
let keys: Keys
let url: string
let server: Server
let functions: Functions
let client: SupabaseClient
const logs: string[] = []

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'functions-'))
	keys = await loadKeys(folder)
	server = createServer(getRequestListener((request) => functions.fetch(request, new URL(request.url))))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	functions = await open()
	client = createClient(url, keys.publishable, { auth: { persistSession: false } })
})

/** Opens the service with the functions beside this file. */
async function open(limits: Partial<FunctionLimits> = {}): Promise<Functions> {
	const here = import.meta.dirname
	const settings = {
		url,
		functions: { dir: path.join(here, 'functions'), configFile: path.join(here, 'config.toml'), ...limits },
		log: (_level: string, message: string, details?: object) => void logs.push(`${message} ${JSON.stringify(details)}`),
	}
	return createFunctions({ keys, settings } as unknown as BackendContext, createCallerCheck(keys))
}

afterAll(async () => {
	server.closeAllConnections()
	server.close()
	await functions.close()
	await fs.rm(folder, { recursive: true, force: true })
})

async function token(lifetime = '1h'): Promise<string> {
	return new SignJWT({ role: 'authenticated' })
		.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
		.setSubject('00000000-0000-4000-8000-00000000000a')
		.setIssuer(`${url}/auth/v1`)
		.setIssuedAt()
		.setExpirationTime(lifetime)
		.sign(await importJWK(keys.signing as never, 'ES256'))
}

type Mirror = { url: string; method: string; headers: [string, string][]; body: unknown }

describe('a function receives', () => {
	test('path, method, parameters and headers', async () => {
		const { data, error } = await client.functions.invoke<Mirror>('mirror/deep/er?a=1&b=ü', {
			headers: { 'custom-header': 'check me' },
		})
		expect(error).toBeNull()
		expect(data).toMatchObject({ url: `${url}/mirror/deep/er?a=1&b=%C3%BC`, method: 'POST', body: '' })
		expect(data?.headers).toContainEqual(['custom-header', 'check me'])
		for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
			expect((await client.functions.invoke<Mirror>('mirror', { method })).data?.method).toBe(method)
		}
	})

	test('bodies of every type', async () => {
		const body = { one: 1, two: 'zwei', flag: false }
		const invoke = async (given: unknown, type: string): Promise<unknown> => {
			const { data } = await client.functions.invoke<Mirror>('mirror', {
				body: given as never,
				headers: { 'response-type': type },
			})
			return data?.body
		}
		expect(await invoke(body, 'json')).toEqual(body)
		const form = new FormData()
		form.append('a', '1')
		form.append('b', 'ü')
		expect(await invoke(form, 'form')).toEqual([
			['a', '1'],
			['b', 'ü'],
		])
		expect(await invoke(new Uint8Array([0, 128, 255]).buffer, 'bytes')).toEqual([0, 128, 255])
		expect(await invoke(new Blob(['blob']), 'text')).toBe('blob')
		expect(await invoke('x'.repeat(3_000_000), 'text')).toHaveLength(3_000_000)
	})

	test('the region, and returns it', async () => {
		const region = FunctionRegion.EuCentral1
		const { data, response } = await client.functions.invoke<Mirror>('mirror', { region })
		expect(data?.headers).toContainEqual(['x-region', region])
		expect(data?.url).toContain(`forceFunctionRegion=${region}`)
		expect(response?.headers.get('x-sb-edge-region')).toBe(region)
	})

	test('environment variables from its own file and the keys, but none of the server', async () => {
		const response = await fetch(`${url}/functions/v1/open/x`)
		expect(await response.json()).toEqual({ GREETING: 'Guten Tag', SUPABASE_URL: url, PATH: null, path: '/open/x' })
	})

	test('packages under the names that hosted uses', async () => {
		expect((await client.functions.invoke('client')).data).toEqual({ data: 'Hello World', error: null })
		expect((await client.functions.invoke('exported')).data).toBe(`${url}/exported`)
	})
})

describe('callers', () => {
	test('need a key or a valid token; anybody can call a function that does not check tokens', async () => {
		const call = (headers: Record<string, string>, name = 'hello'): Promise<Response> =>
			fetch(`${url}/functions/v1/${name}`, { method: 'POST', headers })
		expect(await (await call({ authorization: `Bearer ${keys.publishable}` })).text()).toBe('Hello World')
		expect(await (await call({ authorization: `Bearer ${await token()}` })).text()).toBe('Hello World')
		const missing = await call({})
		expect([missing.status, await missing.json()]).toEqual([
			401,
			{ code: 401, message: 'Missing authorization header' },
		])
		const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`
		for (const bad of ['x', forged, `${await token()}x`, await token('-1h')]) {
			const refused = await call({ authorization: `Bearer ${bad}` })
			expect([refused.status, await refused.json()]).toEqual([401, { code: 401, message: 'Invalid JWT' }])
		}
		expect((await call({}, 'open')).status).toBe(200)
	})

	test('get a relay error for a wrong token', async () => {
		const { error } = await client.functions.invoke('hello', { headers: { Authorization: 'Bearer wrong' } })
		expect(error).toBeInstanceOf(FunctionsRelayError)
		expect(error?.message).toBe('Relay Error invoking the Edge Function')
	})

	test('from other origins are answered by the function itself', async () => {
		const options = await fetch(`${url}/functions/v1/cors`, { method: 'OPTIONS' })
		expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([200, 'https://site.example'])
		const response = await fetch(`${url}/functions/v1/cors`)
		expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
		expect(response.headers.get('access-control-allow-headers')).toBe('x-own')
	})
})

describe('streams', () => {
	const tell = async (method: 'POST' | 'DELETE' | 'PUT', body?: string): Promise<unknown> =>
		(await client.functions.invoke('stream', { method, body })).data

	async function read(): Promise<AsyncIterator<Uint8Array>> {
		const response = await fetch(`${url}/functions/v1/stream`, { headers: { apikey: keys.publishable } })
		return (response.body as ReadableStream<Uint8Array>)[Symbol.asyncIterator]()
	}

	test('arrive piece by piece, as they are written', async () => {
		const lines = await read()
		for (const word of ['eins', 'zwei']) {
			await tell('POST', word)
			expect(Buffer.from((await lines.next()).value as Uint8Array).toString()).toBe(word)
		}
		await tell('DELETE')
		expect((await lines.next()).done).toBe(true)
	})

	test('end when the reader goes away', async () => {
		const lines = await read()
		await tell('POST', 'eins')
		await lines.next()
		await lines.return?.()
		let seen: unknown
		for (let tries = 0; tries < 100 && (seen as { cancelled?: number } | undefined)?.cancelled !== 1; tries++) {
			seen = await tell('PUT')
		}
		expect(seen).toEqual({ cancelled: 1 })
	})
})

describe('failing functions', () => {
	async function failure(name: string): Promise<{ status: number; code: unknown; error: Error; text: string }> {
		const { error } = await client.functions.invoke(name)
		const { status } = error.context as Response
		const text = await (error.context as Response).text()
		return { status, code: (JSON.parse(text) as { code?: unknown }).code, error: error as Error, text }
	}

	test('that set a status give HTTP errors with a readable body', async () => {
		const { status, error, text } = await failure('failing?how=status')
		expect([status, text]).toEqual([418, '{"reason":"teapot"}'])
		expect(error).toBeInstanceOf(FunctionsHttpError)
	})

	test('that throw, do not answer or end their thread reveal nothing, and the next call works', async () => {
		for (const how of ['throw', 'nothing', 'exit', 'later']) {
			const { status, code, text } = await failure(`failing?how=${how}`)
			expect([how, status, code]).toEqual([how, 500, 'WORKER_ERROR'])
			expect(text).not.toContain('secret')
			expect((await failure('failing?how=status')).status).toBe(418)
		}
		expect(logs.join('\n')).toContain('secret reason')
	})

	test('that cannot start, do not exist or are disabled', async () => {
		expect(await failure('broken')).toMatchObject({ status: 503, code: 'BOOT_ERROR' })
		for (const name of ['missing', 'off', 'a.b', '..%2Fhello', '%2e%2e/service', 'hello%00', '']) {
			const response = await fetch(`${url}/functions/v1/${name}`, { headers: { apikey: keys.publishable } })
			expect([name, response.status]).toEqual([name, 404])
		}
	})

	test('that never answer, or compute endlessly', async () => {
		const call = async (limits: Partial<FunctionLimits>, address: string): Promise<unknown[]> => {
			const limited = await open(limits)
			const send = (method: string): Promise<Response> => {
				const request = new Request(`${url}/functions/v1/${address}`, { method, headers: { apikey: keys.publishable } })
				return limited.fetch(request, new URL(request.url))
			}
			const refused = await send('POST')
			const again = await send('GET')
			await limited.close()
			return [refused.status, ((await refused.json()) as { code: string }).code, again.status]
		}
		expect(await call({ timeoutMs: 500, blockedMs: 60_000 }, 'failing?how=never')).toEqual([504, 'IDLE_TIMEOUT', 504])
		expect(await call({ blockedMs: 3_000 }, 'endless')).toEqual([546, 'WORKER_LIMIT', 200])
	})

	test('that upgrade are refused; a missing server is a fetch error', async () => {
		const upgrade = await functions.fetch(
			new Request(`${url}/functions/v1/hello`, { headers: { apikey: keys.publishable, upgrade: 'websocket' } }),
			new URL(`${url}/functions/v1/hello`),
		)
		expect(upgrade.status).toBe(501)
		const nowhere = createClient('http://127.0.0.1:1', keys.publishable, { auth: { persistSession: false } })
		expect((await nowhere.functions.invoke('hello')).error).toBeInstanceOf(FunctionsFetchError)
	})
})
