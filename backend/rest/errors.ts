export type ErrorBody = { code: string; message: string; details: unknown; hint: string | null }

/** An answer other than success: HTTP status and PostgREST's error body. */
export class RestError extends Error {
	readonly status: number
	readonly body: ErrorBody
	readonly headers: Record<string, string>

	constructor(
		status: number,
		code: string,
		message: string,
		details: unknown = null,
		hint: string | null = null,
		headers: Record<string, string> = {},
	) {
		super(message)
		this.status = status
		this.body = { code, message, details, hint }
		this.headers = headers
	}
}

/** Errors that may only mean that the schema cache is outdated; the request is planned once more after a reload. */
export function mayBeStale(error: unknown): boolean {
	return error instanceof RestError && /^PGRST20[0-5]$/.test(error.body.code)
}
