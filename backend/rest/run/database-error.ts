import { RestError } from '../errors.ts'

export type DatabaseError = Error & { code: string; severity?: string; detail?: string; hint?: string; where?: string }

// `<code or class>:<status>`; the longest prefix of a SQLSTATE wins.
const STATUS = new Map(
	(
		'08:503 09:500 0L:403 0P:403 23503:409 23505:409 25006:405 25:500 28:403 2D:500 38:500 39:500 3B:500 40:500 ' +
		'42883:404 42P01:404 42P17:500 53:503 53400:500 54:500 55:500 57:500 57P01:503 58:500 F0:500 HV:500 P0001:400 ' +
		'P0:500 XX:500'
	)
		.split(' ')
		.map((entry): [string, number] => [entry.split(':')[0] as string, Number(entry.split(':')[1])]),
)

export function isDatabaseError(error: unknown): error is DatabaseError {
	return error instanceof Error && error.name === 'PostgresError' && 'code' in error
}

/** No connection was available, or the connection was lost. */
export function isConnectionError(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined
	return typeof code === 'string' && /^(?:CONNECT|E[A-Z]{3,}$)/.test(code)
}

/** The error ended its connection. */
export function isFatal(error: unknown): boolean {
	if (isDatabaseError(error)) return error.severity === 'FATAL' || error.severity === 'PANIC'
	return isConnectionError(error)
}

/** The answer to an error of PostgreSQL, with the status that PostgREST gives its SQLSTATE. */
export function fromDatabase(error: DatabaseError, anonymous: boolean): RestError {
	const { code, message } = error
	if (code === 'PGRST') return raised(error)
	const status = /^PT\d{3}$/.test(code) ? Number(code.slice(2)) : statusOf(error, anonymous)
	const valid = status >= 200 && status <= 599 ? status : 500
	const headers: Record<string, string> = valid === 401 ? { 'www-authenticate': 'Bearer' } : {}
	return new RestError(valid, code, message, detailOf(error), error.hint ?? null, headers)
}

/**
 * PostgreSQL leaves the values of a row out of an error when the caller must not see them. Within a function the caller is its
 * owner, who sees everything, so the details of a constraint are not passed on.
 */
function detailOf({ code, detail, where }: DatabaseError): string | null {
	const ofOwner = code.startsWith('23') && /\bfunction\b/.test(where ?? '')
	return ofOwner ? null : (detail ?? null)
}

function statusOf({ code, message }: DatabaseError, anonymous: boolean): number {
	if (code === '42501') return anonymous ? 401 : 403
	if (code === '22023' && /^role .* does not exist$/.test(message)) return 401
	if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
	if (code === '42883' && message.startsWith('function xmlagg(')) return 406
	for (let length = 5; length >= 2; length--) {
		const status = STATUS.get(code.slice(0, length))
		if (status !== undefined) return status
	}
	return 400
}

/** `raise sqlstate 'PGRST'`: message and detail hold the whole answer as JSON. */
function raised(error: DatabaseError): RestError {
	try {
		const body = JSON.parse(error.message) as Record<string, string | null>
		const detail = JSON.parse(error.detail ?? '') as { status: number; headers?: Record<string, string> }
		if (typeof body.code !== 'string' || typeof body.message !== 'string')
			throw new Error('code and message are required')
		if (!Number.isInteger(detail.status) || detail.status < 200 || detail.status > 599)
			throw new Error('no valid status')
		return new RestError(
			detail.status,
			body.code,
			body.message,
			body.details ?? null,
			body.hint ?? null,
			detail.headers,
		)
	} catch {
		return new RestError(
			500,
			'PGRST121',
			`Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
			`Invalid JSON value for MESSAGE or DETAIL: '${error.message}'`,
			`MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'. DETAIL must be a JSON object with obligatory keys: 'status', 'headers'.`,
		)
	}
}
