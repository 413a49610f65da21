import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The front of the server: what holds for every answer, whoever makes it (pages, finished pages, files, services, errors). Types are
 * not guessed; with https browsers come back by https alone, for a year. TRACE, which would repeat a caller's cookies, is refused.
 * @param https whether the site's public address is https
 */
export function front(https: boolean, handle: Handler): Handler {
	return (request, response) => {
		response.setHeader('x-content-type-options', 'nosniff')
		if (https) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
		if (request.method === 'TRACE') response.writeHead(405, { 'content-length': 0 }).end()
		else handle(request, response)
	}
}

/** Gives every cookie of an answer `Secure`: on https none of them ever goes out in the clear. */
export function secureCookies(headers: Headers): void {
	const cookies = headers.getSetCookie()
	headers.delete('set-cookie')
	for (const cookie of cookies)
		headers.append('set-cookie', /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`)
}
