import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Bytes of a request's head that the server reads, more than it allows, so that it can answer a head that is too large. */
export const READ_HEAD_BYTES = 64 * 1024
/** Bytes that a head may have; the limit of Node.js. */
const HEAD_BYTES = 16 * 1024

/**
 * The rules for every answer, whichever part makes it (pages, finished pages, files, services, errors). Browsers must not guess types
 * and, with https, must use only https for a year. TRACE, which would repeat a caller's cookies, is refused, and so are heads that are
 * too large.
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
 * Refuses a head that is too large. If the cookies are to blame, the browser is told to delete them, or all its requests would fail for
 * good. Otherwise it keeps them, or a link to a very long address on any site would sign people out.
 */
function refuseHead({ headers }: IncomingMessage, response: ServerResponse): void {
	const byCookies = (headers.cookie ?? '').length > HEAD_BYTES / 2
	if (byCookies) response.setHeader('clear-site-data', '"cookies"')
	const text = byCookies
		? 'Ihr Browser hat zu viele Cookies gesendet. Sie sind jetzt gelöscht: Bitte laden Sie die Seite neu.'
		: 'Diese Anfrage ist zu lang.'
	response.writeHead(431, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}

/** Marks every cookie of an answer as `Secure`, so that on an https site none is ever sent unencrypted. */
export function secureCookies(headers: Headers): void {
	const cookies = headers.getSetCookie()
	headers.delete('set-cookie')
	for (const cookie of cookies)
		headers.append('set-cookie', /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`)
}
