import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { namesHost } from './host.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Checks requests for a WebSocket: refuses those that do not name their host and passes on the others. Node takes its own listener off
 * the socket with the upgrade; without one, a client that resets the connection would end the process.
 */
export function upgrades(handle: Upgrade): Upgrade {
	return (request, socket, head) => {
		socket.on('error', () => socket.destroy())
		if (namesHost(request)) handle(request, socket, head)
		else socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', () => socket.destroy())
	}
}
