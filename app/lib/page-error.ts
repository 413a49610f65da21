import { isRouteErrorResponse } from 'react-router'
import { ConnectionLost } from './trouble.ts'

/** What the page for errors says: status and message as the specification (§ 8) has them, and the German words around them. */
export type PageError = { status: number; message: string; title: string; help: string }

const TEXTS: Record<number, Omit<PageError, 'status'>> = {
	401: {
		message: 'Unauthorized',
		title: 'Bitte melden Sie sich an.',
		help: 'Diese Seite gehört zu einem Konto. Nach der Anmeldung geht es hier weiter.',
	},
	403: {
		message: 'Forbidden',
		title: 'Dafür fehlt Ihnen das Recht.',
		help: 'Diese Seite ist für die Leitung. Bitte wenden Sie sich an sie, wenn Sie hier etwas ändern möchten.',
	},
	404: {
		message: 'Page Not Found',
		title: 'Diese Seite gibt es nicht.',
		help: 'Vielleicht ist die Adresse vertippt, oder das Angebot wurde beendet.',
	},
	405: {
		message: 'Method Not Allowed',
		title: 'So lässt sich diese Seite nicht aufrufen.',
		help: 'Hier gibt es nichts abzusenden. Bitte öffnen Sie die Seite noch einmal über einen Link.',
	},
	429: {
		message: 'Too Many Requests',
		title: 'Das waren viele Anfragen in kurzer Zeit.',
		help: 'Bitte warten Sie einige Minuten, und versuchen Sie es dann noch einmal.',
	},
	// The same words as in server/unavailable.ts.
	503: {
		message: 'Service Unavailable',
		title: 'Zeitplatz ist gleich wieder da.',
		help: 'Wir erreichen unsere Datenbank gerade nicht. Diese Seite öffnet sich von selbst, sobald es weitergeht.',
	},
}
const FAILED = {
	message: 'Internal Server Error',
	title: 'Bei uns ist etwas schiefgegangen.',
	help: 'Bitte versuchen Sie es in einem Moment noch einmal.',
}
// This answer is not ours, and the error was not reported.
const REFUSED = {
	message: 'Internal Server Error',
	title: 'Das hat leider nicht geklappt.',
	help: 'Bitte gehen Sie einen Schritt zurück, und versuchen Sie es noch einmal.',
}
const OFFLINE: PageError = {
	status: 0,
	message: 'No Connection',
	title: 'Keine Verbindung.',
	help: 'Die Seite ließ sich nicht laden. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
}

// How browsers word a failed request; here the router failed to find out which page an address belongs to.
const UNDISCOVERED = /failed to fetch|networkerror|load failed/i

/** What the error page says about an error. Status, message and description are the error's own where it has them. */
export function describeError(error: unknown): PageError {
	if (error instanceof ConnectionLost || (error instanceof TypeError && UNDISCOVERED.test(error.message)))
		return OFFLINE
	if (!isRouteErrorResponse(error)) return { status: 500, ...FAILED }
	const { status, statusText, data } = error
	const known = TEXTS[status]
	const text = known ?? (status < 500 ? REFUSED : FAILED)
	const description: unknown = (data as { description?: unknown } | null | undefined)?.description
	return {
		...text,
		status,
		message: known ? text.message : statusText || text.message,
		...(typeof description === 'string' && { help: description }),
	}
}
