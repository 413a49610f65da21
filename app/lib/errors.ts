/**
 * The one translator from error codes to German sentences: codes of our SQL verbs (docs/errors.md),
 * of the auth service, and of PostgreSQL where a form can cause them.
 */
const MESSAGES: Record<string, string> = {
	unexpected: 'Das hat leider nicht geklappt. Bitte versuchen Sie es noch einmal.',
	not_signed_in: 'Bitte melden Sie sich an.',
	name_missing: 'Bitte geben Sie einen Namen an.',
	slot_taken: 'Diese Zeit wurde leider gerade vergeben. Bitte wählen Sie eine andere.',
	not_bookable: 'Diese Zeit kann nicht gebucht werden. Bitte wählen Sie eine andere.',
	past: 'Diese Zeit liegt in der Vergangenheit. Bitte wählen Sie eine andere.',
	hold_expired: 'Ihre Reservierung ist abgelaufen und die Zeit nicht mehr frei. Bitte wählen Sie eine andere.',
	too_many_holds: 'Sie halten schon drei Zeiten frei. Bitte buchen Sie eine davon oder warten Sie einige Minuten.',
	service_not_found: 'Bitte wählen Sie eine Leistung, die hier angeboten wird.',
	location_not_found: 'Diesen Betrieb gibt es nicht, oder er nimmt zurzeit keine Buchungen an.',
	appointment_not_found: 'Diese Reservierung gibt es nicht mehr. Bitte wählen Sie die Zeit noch einmal.',
	not_possible: 'Eine Online-Buchung ist hier nicht möglich. Bitte wenden Sie sich an den Betrieb.',
	wrong_state: 'Das ist bei diesem Termin nicht mehr möglich.',
	too_late: 'Die Frist ist abgelaufen. Bitte rufen Sie den Betrieb an.',
	rate_limited: 'Das waren viele Versuche in kurzer Zeit. Bitte warten Sie einige Minuten.',
	body_invalid: 'Die Anfrage ist nicht lesbar.',
	contact_invalid: 'Bitte prüfen Sie Ihre Angaben.',
	name_too_long: 'Der Name darf höchstens 120 Zeichen lang sein.',
	email_missing: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
	email_invalid: 'Bitte geben Sie eine vollständige E-Mail-Adresse an, zum Beispiel name@beispiel.de.',
	phone_invalid: 'Bitte geben Sie eine Telefonnummer aus Ziffern an, zum Beispiel 030 123456.',
	note_too_long: 'Die Nachricht darf höchstens 2000 Zeichen lang sein.',
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
