import { ERROR_TEXTS } from './error-texts.ts'

// The one translator from error codes to German sentences.

export type CodedError = { code?: string | null; message?: string; details?: string | null }

/** The code of an error: our verbs raise it as the message of P0001 or PT429, the auth service has a code of its own. */
export function errorCode(error: CodedError): string {
	if ((error.code === 'P0001' || error.code === 'PT429') && error.message) return error.message
	return error.code ?? 'unexpected'
}

/** What to tell the person. Unknown errors get a general sentence; their text never reaches the page. */
export function errorMessage(error: CodedError | string): string {
	const code = typeof error === 'string' ? error : errorCode(error)
	const again = typeof error === 'string' ? undefined : retryAfter(error)
	const phone = typeof error === 'string' ? undefined : error.details
	return (ERROR_TEXTS[code] ?? String(ERROR_TEXTS.unexpected))
		.replace('{wann}', inMinutes(again))
		.replace('{anruf}', () => toCall(phone))
}

const toCall = (phone: string | null | undefined): string =>
	phone ? `Bitte rufen Sie an: ${phone}.` : 'Bitte wenden Sie sich direkt an das Unternehmen.'

/** Seconds until something that was done too often may be tried again, where an error tells them. */
export function retryAfter({ code, details }: CodedError): number | undefined {
	if (code !== 'PT429' || !details) return undefined
	return (JSON.parse(details) as { retry_after?: number }).retry_after
}

function inMinutes(seconds: number | undefined): string {
	if (seconds === undefined) return 'in einigen Minuten'
	const minutes = Math.ceil(seconds / 60)
	return minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`
}

/**
 * The column whose bound a row breaks: its checks are called `<table>_<column>_check` (supabase/schemas/00_ground/40_bounds.sql). Nothing for other
 * errors, and for checks over several columns it is no column's name.
 */
export function brokenColumn({ code, message }: CodedError): string | undefined {
	if (code !== '23514') return undefined
	const [, table, constraint] = /relation "(\w+)" violates check constraint "(\w+)"/.exec(message ?? '') ?? []
	return table && constraint?.startsWith(`${table}_`)
		? constraint.slice(table.length + 1).replace(/_check\d*$/, '')
		: undefined
}
