import type { IncomingMessage } from 'node:http'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
// What a browser, or curl, sends by itself when somebody opens a page. Whoever passes requests on adds headers of their own, under names
// that nobody can list.
const OWN = new Set([
	...[
		'host',
		'connection',
		'user-agent',
		'accept',
		'accept-encoding',
		'accept-language',
		'cookie',
		'referer',
		'origin',
	],
	...['cache-control', 'pragma', 'if-none-match', 'if-modified-since', 'upgrade-insecure-requests', 'priority'],
	...['dnt', 'save-data', 'purpose', 'te', 'sec-gpc', 'sec-purpose'],
	...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'sec-fetch-storage-access'],
])
const BRAND = /^sec-ch-ua(?:-[a-z-]+)?$/

/** Whether a server's address can be reached from this machine only. */
export const isLoopback = (host: string): boolean => host === 'localhost' || LOOPBACK.has(host)

/**
 * Whether a request comes straight from a program on this machine that has asked for this machine by name: the connection is a local
 * one, `Host` is ours (a page elsewhere whose name leads here, DNS rebinding, sends its own), and it carries nothing that somebody who
 * passes it on has added.
 */
export function isFromOwnMachine(
	incoming: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'> | undefined,
): boolean {
	if (!incoming) return false
	const { socket, headers, httpVersion } = incoming
	const ours = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${socket.localPort}`)
	// Browsers have long left HTTP/1.0; proxies that add no header of their own still speak it.
	return (
		LOOPBACK.has(socket.remoteAddress ?? '') &&
		httpVersion !== '1.0' &&
		ours.includes(headers.host?.toLowerCase() ?? '') &&
		Object.keys(headers).every((name) => OWN.has(name) || BRAND.test(name))
	)
}
