/**
 * The address of the page that this request comes from, if that already shows the same card: its data are then loaded again, and nobody opens
 * it. Following a link names the page with the link instead, and a browser that names none opens it.
 */
export function shownBefore(request: Request, url: URL): URL | null {
	const from = URL.parse(request.headers.get('referer') ?? '')
	return from?.pathname === url.pathname ? from : null
}
