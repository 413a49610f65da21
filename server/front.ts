import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Bytes of a request's head that the server reads, so that it can answer by itself to what is too large. */
export const READ_HEAD_BYTES = 64 * 1024
/** Bytes that a head may have, as Node.js has it. */
const HEAD_BYTES = 16 * 1024

/**
 * The front of the server: what holds for every answer, whoever makes it (pages, finished pages, files, services, errors). Types are
 * not guessed; with https browsers come back by https alone, for a year. TRACE, which would repeat a caller's cookies, is refused, and
 * so are heads that are too large.
 * @param https whether the site's public address is https
 */
export function front(https: boolean, handle: Handler): Handler {
	return (request, response) => {
		response.setHeader('x-content-type-options', 'nosniff')
		if (https) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
		if (request.method === 'TRACE') response.writeHead(405, { 'content-length': 0 }).end()
		else if (headBytes(request) > HEAD_BYTES) refuseHead(request, response)
		else handle(request, response)
	}
}

const headBytes = ({ url = '', rawHeaders }: IncomingMessage): number =>
	rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)

/**
 * Where the cookies are what is too large, the browser is told to forget them: its every page would fail else, for good. Not for other
 * heads, or a link to a very long address on any site would sign people out.
 */
function refuseHead({ headers }: IncomingMessage, response: ServerResponse): void {
	const byCookies = (headers.cookie ?? '').length > HEAD_BYTES / 2
	if (byCookies) response.setHeader('clear-site-data', '"cookies"')
	const text = byCookies
		? 'Ihr Browser hat zu viele Cookies gesendet. Sie sind jetzt gelöscht: Bitte laden Sie die Seite neu.'
		: 'Diese Anfrage ist zu lang.'
	response.writeHead(431, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}

/** Gives every cookie of an answer `Secure`: on https none of them ever goes out in the clear. */
export function secureCookies(headers: Headers): void {
	const cookies = headers.getSetCookie()
	headers.delete('set-cookie')
	for (const cookie of cookies)
		headers.append('set-cookie', /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`)
}
