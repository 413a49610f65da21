import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { createCallerCheck } from '../caller.ts'
import type { BackendContext, Service } from '../context.ts'
import { createBroadcastApi } from './broadcast-api.ts'
import { createChanges } from './changes.ts'
import { LIMITS, serveSocket } from './connection.ts'
import { createHandlers } from './handlers.ts'
import { createRooms } from './rooms.ts'
import { createSocketCounts } from './sockets.ts'

const RETRY_SECONDS = 30

export type Realtime = {
	/** Answers `/realtime/v1/api/…`. */
	fetch: Service
	/**
	 * Accepts a WebSocket request for `/realtime/v1/websocket`; refuses any other.
	 * @param address the client's, if there is a proxy in front of the connection.
	 */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address?: string): void
	close(): Promise<void>
}

/**
 * Creates the realtime service: row changes with each subscriber's own rights, broadcasts and presence.
 * @param databaseUrl URL of a role with the attribute REPLICATION; used only while somebody listens to rows.
 */
export async function createRealtime(context: BackendContext, databaseUrl: string): Promise<Realtime> {
	const checkCaller = createCallerCheck(context.keys, context.settings.tokens)
	const changes = createChanges(context, databaseUrl)
	const rooms = createRooms(context)
	const handlers = createHandlers({ context, changes, rooms, checkCaller })
	const options = context.settings.realtime ?? {}
	const maxPayload = options.messageBytes ?? LIMITS.messageBytes
	const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
	const counts = createSocketCounts(options)
	const sockets = new Set<WebSocket>()

	async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
		const url = new URL(request.url ?? '/', 'http://localhost')
		if (url.pathname !== '/realtime/v1/websocket') return refuse(socket, '404 Not Found')
		const given = url.searchParams.get('vsn') ?? '1.0.0'
		const version = given === '1.0.0' || given === '2.0.0' ? given : undefined
		if (!version) return refuse(socket, '400 Bad Request')
		const apikey = url.searchParams.get('apikey') ?? ''
		const caller = await checkCaller(new Headers({ apikey }), url).catch(() => undefined)
		if (!caller) return refuse(socket, '401 Unauthorized')
		if (socket.destroyed) return
		const full = counts.take(address)
		if (full) return refuse(socket, full)
		// Also when the handshake fails.
		socket.once('close', () => counts.release(address))
		server.handleUpgrade(request, socket, head, (webSocket) => {
			sockets.add(webSocket)
			webSocket.on('close', () => sockets.delete(webSocket))
			serveSocket(webSocket, version, caller, apikey, handlers)
		})
	}

	return {
		fetch: createBroadcastApi(context, rooms),
		upgrade(request, socket, head, address = request.socket.remoteAddress ?? '') {
			socket.on('error', () => socket.destroy())
			accept(request, socket, head, address).catch(() => refuse(socket, '400 Bad Request'))
		},
		async close() {
			for (const socket of sockets) socket.close(1012, 'restarting')
			const timer = setTimeout(() => sockets.forEach((socket) => socket.terminate()), 1_000)
			await Promise.all([changes.close(), rooms.close()])
			clearTimeout(timer)
			for (const socket of sockets) socket.terminate()
			server.close()
		},
	}
}

function refuse(socket: Duplex, status: string): void {
	const later = /^(429|503)/.test(status) ? `Retry-After: ${RETRY_SECONDS}\r\n` : ''
	socket.end(`HTTP/1.1 ${status}\r\n${later}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
