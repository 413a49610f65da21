import type { IncomingMessage } from 'node:http'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
// Headers that a browser or curl sends by itself when somebody opens a page. Proxies add headers of their own, whose names cannot all
// be listed.
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
 * one, `Host` is ours (after DNS rebinding, a page of another site would send its own name), and there are no headers that a proxy
 * would add.
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
