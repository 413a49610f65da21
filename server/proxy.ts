/**
 * The request as the browser sent it. A TLS proxy speaks http to us; without its original scheme and host
 * the check of a form's origin would refuse every POST. Anybody can send these headers: nothing changes unless a proxy is trusted.
 */
export function publicUrl(request: Request, trustProxy: boolean): Request {
	if (!trustProxy) return request
	const protocol = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim()
	const host = request.headers.get('x-forwarded-host')?.split(',')[0]?.trim()
	if (!protocol && !host) return request
	const url = new URL(request.url)
	if (protocol === 'http' || protocol === 'https') url.protocol = `${protocol}:`
	if (host && /^[a-z0-9.:[\]-]+$/i.test(host)) {
		// Setting `host` alone would keep our own port.
		url.port = ''
		url.host = host
	}
	return new Request(url, request)
}

/**
 * The visitor's address, for limits: the connection's, or with a trusted proxy the last one it named. Those before it were sent by
 * the visitor.
 */
export function visitorAddress(headers: Headers, peer: string | undefined, trustProxy: boolean): string {
	const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
	return forwarded || (peer ?? '')
}
