const PAGE = `<!doctype html>
<html lang="de">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<title>Zeitplatz startet …</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem">
<h1 style="font-size: 1.5rem">Zeitplatz startet …</h1>
<p>Beim ersten Mal wird die Datenbank angelegt. Diese Seite öffnet sich dann von selbst.</p>
`

/** What everyone gets who comes while the database is being opened: a page that tries again by itself, status 503. */
export function starting(): Response {
	return new Response(PAGE, {
		status: 503,
		headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' },
	})
}
