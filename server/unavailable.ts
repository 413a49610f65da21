type Words = { title: string; text: string }

const STARTING: Words = { title: 'Zeitplatz startet …', text: 'Beim ersten Mal wird die Datenbank angelegt.' }
const DOWN: Words = { title: 'Zeitplatz ist gleich wieder da.', text: 'Wir erreichen unsere Datenbank gerade nicht.' }
const REFRESH = 'Diese Seite öffnet sich von selbst, sobald es weitergeht.'
// Reloading would only request the address, and what was typed would be lost.
const SENT =
	'Was Sie abgeschickt haben, ist vielleicht nicht angekommen. Bitte gehen Sie in einem Moment zurück: Ihre Angaben stehen noch im Formular. Senden Sie es dann noch einmal ab.'
const RETRY_SECONDS = 2

const pageOf = ({ title, text }: Words, sent: boolean): string => `<!doctype html>
<html lang="de">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${sent ? '' : `<meta http-equiv="refresh" content="${RETRY_SECONDS}">\n`}<title>${title}</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem">
<h1 style="font-size: 1.5rem">${title}</h1>
<p>${text} ${sent ? SENT : REFRESH}</p>
`

/**
 * The answer to every request while there is no database, at the start or later: status 503 and a page that tries again by itself.
 * Only people who have sent a form are asked to try again themselves.
 */
export function unavailable({ method }: Pick<Request, 'method'>, why: 'starting' | 'down'): Response {
	const sent = method !== 'GET' && method !== 'HEAD'
	return new Response(method === 'HEAD' ? null : pageOf(why === 'starting' ? STARTING : DOWN, sent), {
		status: 503,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'retry-after': String(RETRY_SECONDS),
			'cache-control': 'no-store',
		},
	})
}
