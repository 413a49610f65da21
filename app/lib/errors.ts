/**
 * The one translator from error codes to German sentences: codes of our SQL verbs (docs/errors.md),
 * of the auth service, and of PostgreSQL where a form can cause them.
 */
const MESSAGES: Record<string, string> = {
	unexpected: 'Das hat leider nicht geklappt. Bitte versuchen Sie es noch einmal.',
	not_signed_in: 'Bitte melden Sie sich an.',
	name_missing: 'Bitte geben Sie einen Namen an.',
	slot_taken: 'Diese Zeit wurde leider gerade vergeben. Bitte wählen Sie eine andere.',
}

export type CodedError = { code?: string | null; message?: string; details?: string | null }

/** The code of an error: our verbs raise it as the message of P0001, the auth service has a code of its own. */
export function errorCode(error: CodedError): string {
	if (error.code === 'P0001' && error.message) return error.message
	return error.code ?? 'unexpected'
}

/** What to tell the person. Unknown errors get a general sentence; their text never reaches the page. */
export function errorMessage(error: CodedError | string): string {
	const code = typeof error === 'string' ? error : errorCode(error)
	return MESSAGES[code] ?? String(MESSAGES.unexpected)
}
