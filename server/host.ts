import type { IncomingMessage } from 'node:http'

// A name or an address, and perhaps a port. What else RFC 3986 allows in a name, nothing that reaches this server by one sends.
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i

/**
 * Whether a request says once, and in a form that can be one, which host it asks for. Everything behind may then build addresses of it;
 * Node takes the first of two, and what stands before us may have gone by the second. A target that is a whole address would name another
 * host beside the header, and the web framework would go by that: only paths are served.
 */
export function namesHost({ rawHeaders, url }: Pick<IncomingMessage, 'rawHeaders' | 'url'>): boolean {
	const hosts = rawHeaders.filter(
		(_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() === 'host' && index % 2 === 1,
	)
	const [host = ''] = hosts
	const named = hosts.length === 1 && host.length <= 260 && HOST.test(host) && URL.canParse(`http://${host}`)
	return named && Boolean(url?.startsWith('/'))
}
