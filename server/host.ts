import type { IncomingMessage } from 'node:http'

// A name or an address, and perhaps a port. Nothing that reaches this server sends the other characters that RFC 3986 allows in names.
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i

/**
 * Whether a request names its host exactly once and in a valid form, so that later code may build addresses from it. Of two hosts Node
 * takes the first, while a proxy may have used the second. A target that is a whole address could name another host than the header,
 * and the web framework would believe it, so only paths are served.
 */
export function namesHost({ rawHeaders, url }: Pick<IncomingMessage, 'rawHeaders' | 'url'>): boolean {
	const hosts = rawHeaders.filter(
		(_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() === 'host' && index % 2 === 1,
	)
	const [host = ''] = hosts
	const named = hosts.length === 1 && host.length <= 260 && HOST.test(host) && URL.canParse(`http://${host}`)
	return named && Boolean(url?.startsWith('/'))
}
