import { RestError } from './errors.ts'
import type { RestRequest } from './request/read-request.ts'
import type { Row } from './run/transaction.ts'

export type Answer = {
	status: number
	body: string | null
	contentType?: string
	headers?: Record<string, string>
}

/**
 * The response to a completed statement, with the settings that the database made through `response.headers` and
 * `response.status`.
 */
export function toResponse(request: RestRequest, answer: Answer, row: Row, schemas: string[]): Response {
	const headers = new Headers(answer.headers)
	if (answer.contentType && answer.body !== null) headers.set('content-type', answer.contentType)
	if (schemas.length > 1) headers.set('content-profile', request.schema)
	if (request.preferences.applied.length > 0) headers.set('preference-applied', request.preferences.applied.join(', '))
	addDatabaseHeaders(headers, row.headers)
	const status = databaseStatus(row.status) ?? answer.status
	const empty = request.method === 'HEAD' || status === 204 || status === 304
	return new Response(empty ? null : answer.body, { status, headers })
}

/** The response of an error. */
export function errorResponse(error: RestError): Response {
	const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
	headers.set('proxy-status', `PostgREST; error=${error.body.code.replace(/[^\w]/g, '')}`)
	for (const [name, value] of Object.entries(error.headers)) trySet(headers, name, value)
	const empty = error.status === 204 || error.status === 304 || error.status === 205
	return new Response(empty ? null : JSON.stringify(error.body), { status: error.status, headers })
}

function addDatabaseHeaders(headers: Headers, value: Row[string] | undefined): void {
	if (value === null || value === undefined) return
	const invalid = new RestError(
		500,
		'PGRST111',
		'response.headers guc must be a JSON array composed of objects with a single key and a string value',
	)
	let list: unknown
	try {
		list = JSON.parse(String(value))
	} catch {
		throw invalid
	}
	if (!Array.isArray(list)) throw invalid
	const named = new Map<string, string[]>()
	for (const item of list as unknown[]) {
		const [entry, ...others] = Object.entries(item ?? {})
		if (!entry || others.length > 0 || typeof entry[1] !== 'string') throw invalid
		named.set(entry[0], [...(named.get(entry[0]) ?? []), entry[1]])
	}
	for (const [name, values] of named) {
		headers.delete(name)
		for (const text of values) if (!tryAppend(headers, name, text)) throw invalid
	}
}

function databaseStatus(value: Row[string] | undefined): number | undefined {
	if (value === null || value === undefined) return undefined
	const status = Number(value)
	if (Number.isInteger(status) && status >= 200 && status <= 599) return status
	throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

function trySet(headers: Headers, name: string, value: string): void {
	headers.delete(name)
	tryAppend(headers, name, value)
}

function tryAppend(headers: Headers, name: string, value: string): boolean {
	try {
		headers.append(name, value)
		return true
	} catch {
		return false
	}
}

/** `Content-Range` for `rows` rows from `offset` on. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
	return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}
