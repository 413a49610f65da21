import { isIP } from 'node:net'
import type { ISql, Sql } from 'postgres'
import type { z } from 'zod'
import type { BackendSettings, Caller, Mailer } from '../context.ts'
import { AuthError, invalid } from './errors.ts'
import { networkOf } from '../network.ts'
import type { ResolvedOptions } from './options.ts'
import type { SmsSender } from './sms.ts'
import type { Provider } from './providers/provider.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Secrets } from './secrets.ts'
import type { Tokens } from './tokens.ts'

/** Runs queries: a pool or a transaction. */
export type Db = ISql

/** The objects that all parts of the service share; one set per process. */
export type Auth = {
	db: Sql
	settings: BackendSettings
	options: ResolvedOptions
	providers: Map<string, Provider>
	mailer: Mailer
	sms: SmsSender | undefined
	tokens: Tokens
	secrets: Secrets
	limits: RateLimits
}

/** One request on its way through a handler. */
export type Call = {
	auth: Auth
	request: Request
	url: URL
	caller: Caller
	/** The caller's network address, when the server in front passed one. */
	address: string | undefined
	/** The network that limits count for: a single caller with IPv6 has countless addresses. */
	network: string | undefined
	userAgent: string | undefined
}

export type Handler = (call: Call, params: string[]) => Promise<Response>

const MAX_BODY_BYTES = 1_000_000
const MAX_USER_AGENT = 1_000

export function createCall(auth: Auth, request: Request, url: URL, caller: Caller): Call {
	// Our own proxy wrote the rightmost entry; those to its left can be invented.
	const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
	return {
		auth,
		request,
		url,
		caller,
		address: isIP(address) ? address : undefined,
		network: networkOf(address),
		userAgent: request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? undefined,
	}
}

/**
 * Reads and checks the JSON body; an empty body counts as `{}`.
 * @throws AuthError 413 above 1 MB, 400 `bad_json` for anything but the expected object.
 */
export async function readBody<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
	const text = await readText(call.request)
	let value: unknown
	try {
		value = text.trim() === '' ? {} : JSON.parse(text)
	} catch {
		throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
	}
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	const field = issue?.path.join('.')
	throw new AuthError(400, 'bad_json', `Could not read params: ${field ? `${field}: ` : ''}${issue?.message}`)
}

async function readText(request: Request): Promise<string> {
	const tooLarge = new AuthError(413, 'validation_failed', 'Request body is too large')
	if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge
	if (!request.body) return ''
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength
		if (size > MAX_BODY_BYTES) throw tooLarge
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString('utf8')
}

/** Lower-cases and checks a mail address. @throws AuthError 400. */
export function normalEmail(given: string): string {
	const email = given.trim().toLowerCase()
	const valid = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@.<>()[\]\\,;:"\p{Cc}]+(\.[^\s@.<>()[\]\\,;:"\p{Cc}]+)+$/u.test(email)
	if (!valid || email.length > 254) throw invalid('Unable to validate email address: invalid format')
	return email
}
