import type { IncomingMessage } from 'node:http'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
// What proxies, tunnels and content networks add on their way.
const PASSED_ON =
	/^(?:forwarded|via|x-forwarded.*|x-real-ip|x-(?:client|cluster-client|originating)-.*|true-client-ip|x-original-.*|x-proxy.*|x-envoy-.*|x-amz.*|x-arr-.*|x-azure.*|x-appengine.*|cf-.*|cdn-loop|fastly.*|fly-.*|ngrok-.*|tailscale-.*)$/

/** Whether a server's address is the own machine's alone. */
export const isLoopback = (host: string): boolean => host === 'localhost' || LOOPBACK.has(host)

/**
 * Whether a request comes straight from a program on this machine that has asked for this machine by name: the connection is a local
 * one, `Host` is ours (a page elsewhere whose name leads here, DNS rebinding, sends its own), and nothing has passed it on.
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
		!Object.keys(headers).some((name) => PASSED_ON.test(name))
	)
}
