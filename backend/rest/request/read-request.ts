import type { BackendSettings, Caller, OutsideLimits } from '../../context.ts'
import { RestError } from '../errors.ts'
import { parseQuery } from '../grammar/query.ts'
import { checkSize } from '../grammar/size.ts'
import type { Query } from '../tree.ts'
import { type Media, readAccept } from './media.ts'
import { type Payload, readBytes, readPayload } from './payload.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import { applyRangeHeader } from './range.ts'

/** A request in the form that the layers below use. */
export type RestRequest = {
	method: string
	/** Path below the mount. */
	path: string
	target: { kind: 'root' } | { kind: 'table' | 'routine'; name: string }
	schema: string
	query: Query
	preferences: Preferences
	media: Media
	payload?: Payload
	caller: Caller
	headers: Headers
	/** The limits for a caller from outside. */
	limits?: OutsideLimits
}

const TABLE_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
const ROUTINE_METHODS = new Set(['GET', 'HEAD', 'POST'])

/**
 * Reads all parts of a request.
 * @throws RestError for a part that does not parse.
 */
export async function readRequest(
	request: Request,
	url: URL,
	caller: Caller,
	{ schemas, rest = {} }: Pick<BackendSettings, 'schemas' | 'rest'>,
): Promise<RestRequest> {
	const { method, headers } = request
	const path = url.pathname.replace(/^\/rest\/v1(?=\/|$)/, '') || '/'
	const target = readTarget(path)
	checkMethod(method, target.kind)
	const reading = method === 'GET' || method === 'HEAD'
	const schema = readProfile(headers.get(reading ? 'accept-profile' : 'content-profile'), schemas)
	const preferences = readPreferences(headers.get('prefer'), rest.txEnd === 'commit-allow-override')
	const media = readAccept(headers.get('accept'), rest.plan === true && caller.role === 'service_role')
	const query = parseQuery(url.searchParams, target.kind === 'routine')
	const limits = caller.from === undefined || caller.role === 'service_role' ? undefined : rest.outside
	if (limits) checkSize(query, limits)
	if (method === 'GET') applyRangeHeader(query, headers.get('range'))
	const payload =
		reading || method === 'DELETE'
			? undefined
			: readPayload(await readBytes(request, limits?.bodyBytes), headers.get('content-type'), target.kind === 'routine')
	return { method, path, target, schema, query, preferences, media, payload, caller, headers, limits }
}

function readTarget(path: string): RestRequest['target'] {
	const [first = '', second, ...rest] = path.slice(1).split('/')
	if (first === '' && second === undefined) return { kind: 'root' }
	if (first === 'rpc' && second && rest.length === 0) return { kind: 'routine', name: decode(second) }
	if (first !== '' && second === undefined) return { kind: 'table', name: decode(first) }
	throw invalidPath()
}

function decode(part: string): string {
	try {
		return decodeURIComponent(part)
	} catch {
		throw invalidPath()
	}
}

function invalidPath(): RestError {
	return new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function checkMethod(method: string, kind: 'root' | 'table' | 'routine'): void {
	if (!TABLE_METHODS.has(method) || (kind === 'root' && method !== 'GET' && method !== 'HEAD')) {
		throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
	}
	if (kind === 'routine' && !ROUTINE_METHODS.has(method)) {
		throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
	}
}

function readProfile(wanted: string | null, schemas: string[]): string {
	if (wanted === null) return schemas[0] ?? 'public'
	if (schemas.includes(wanted)) return wanted
	const hint = `Only the following schemas are exposed: ${schemas.join(', ')}`
	throw new RestError(406, 'PGRST106', `Invalid schema: ${wanted}`, null, hint)
}
