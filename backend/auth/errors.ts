import { isFatal } from '../rest/run/database-error.ts'

/** An error for the caller, with hosted's status, code and message. */
export class AuthError extends Error {
	readonly status: number
	readonly code: string
	/** Further fields of the body, for example `weak_password`. */
	readonly details: Record<string, unknown>
	constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
		super(message)
		this.status = status
		this.code = code
		this.details = details
	}
}

/** 400 for a body or parameter that is not valid. */
export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message)

/** The single answer for wrong, used and expired mail codes, so that nobody can tell them apart. */
export const expiredOtp = (message = 'Token has expired or is invalid'): AuthError =>
	new AuthError(403, 'otp_expired', message)

export const emailExists = (): AuthError =>
	new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const phoneExists = (): AuthError =>
	new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

export const phoneDisabled = (): AuthError =>
	new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')

export const signupDisabled = (): AuthError =>
	new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')

const VERSION_HEADER = 'x-supabase-api-version'
const NAMED_CODES_SINCE = '2024-01-01'

/** Writes an error as the caller's API version expects it: since 2024-01-01 the name is in `code`, before that in `error_code`. */
export function errorResponse(error: AuthError, request: Request): Response {
	const { status, code, message, details } = error
	const version = request.headers.get(VERSION_HEADER) ?? ''
	if (/^\d{4}-\d\d-\d\d$/.test(version) && version >= NAMED_CODES_SINCE) {
		const headers = { [VERSION_HEADER]: NAMED_CODES_SINCE }
		return Response.json({ code, message, ...details }, { status, headers })
	}
	return Response.json({ code: status, error_code: code, msg: message, ...details }, { status })
}

/** Turns anything thrown into an AuthError; values that PostgreSQL cannot store are the caller's mistake, not ours. */
export function toAuthError(error: unknown): AuthError | undefined {
	if (error instanceof AuthError) return error
	if (isFatal(error)) return new AuthError(503, 'unexpected_failure', 'The database cannot be reached')
	const sqlState = (error as { code?: unknown } | null)?.code
	if (typeof sqlState === 'string' && /^22\w{3}$/.test(sqlState))
		return invalid('A field has a value that is not valid')
	return undefined
}
