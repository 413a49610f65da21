import type { RawData, WebSocket } from 'ws'
import type { Caller } from '../context.ts'
import type { Channel } from './channel.ts'
import { broadcastFrame, decode, encode, type Frame, type Message, type Version } from './protocol.ts'

/** One WebSocket with its joined channels. */
export type Connection = {
	/** The caller of the API key that the socket was opened with. */
	caller: Caller
	apikey: string
	channels: Map<string, Channel>
	reply(message: Message, status: 'ok' | 'error', response: object): void
	/** The send functions of a channel of this connection; all messages go out under its topic. */
	senders(topic: string, joinRef: string | null): Pick<Channel, 'pushText' | 'broadcast' | 'system'>
}

export type Handlers = {
	onMessage(connection: Connection, message: Message): Promise<void>
	onClose(connection: Connection): void
	onError(error: unknown): void
}

export const LIMITS = {
	messageBytes: 1_048_576,
	messagesPerSecond: 100,
	messageBurst: 300,
	bufferedBytes: 8 * 1_048_576,
	silenceMs: 60_000,
	queuedMessages: 500,
}

/** Runs one socket: reads frames in order, enforces its limits, and closes it when it does not read or falls silent. */
export function serveSocket(
	socket: WebSocket,
	version: Version,
	caller: Caller,
	apikey: string,
	handlers: Handlers,
): void {
	const channels = new Map<string, Channel>()
	let tokens = LIMITS.messageBurst
	let refilledAt = Date.now()
	let queued = 0
	let work: Promise<void> = Promise.resolve()
	let silence = setTimeout(() => socket.terminate(), LIMITS.silenceMs)

	function write(frame: string | Frame | undefined): void {
		if (frame === undefined || socket.readyState !== socket.OPEN) return
		if (socket.bufferedAmount > LIMITS.bufferedBytes) return socket.terminate()
		if (typeof frame === 'string') socket.send(frame)
		else socket.send(frame.data, { binary: frame.binary })
	}

	const connection: Connection = {
		caller,
		apikey,
		channels,
		reply({ joinRef, ref, topic }, status, response) {
			write(encode(version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))
		},
		senders: (topic, joinRef) => ({
			pushText: (event, payload) => write(encode(version, { joinRef, ref: null, topic, event }, payload)),
			broadcast: (body) => write(broadcastFrame(version, topic, body)),
			system(status, message, extension = 'postgres_changes') {
				const payload = { extension, status, message, channel: topic.replace(/^realtime:/, '') }
				write(encode(version, { joinRef, ref: null, topic, event: 'system' }, JSON.stringify(payload)))
			},
		}),
	}

	function allowed(): boolean {
		const now = Date.now()
		tokens = Math.min(LIMITS.messageBurst, tokens + ((now - refilledAt) / 1000) * LIMITS.messagesPerSecond)
		refilledAt = now
		tokens -= 1
		return tokens >= 0 && queued < LIMITS.queuedMessages
	}

	function onFrame(data: RawData, isBinary: boolean): void {
		clearTimeout(silence)
		silence = setTimeout(() => socket.terminate(), LIMITS.silenceMs)
		if (!allowed()) return socket.close(1008, 'Too many messages per second')
		let message: Message
		try {
			message = decode(version, asBuffer(data), isBinary)
		} catch {
			return
		}
		queued += 1
		work = work
			.then(() => handlers.onMessage(connection, message))
			.catch((error: unknown) => handlers.onError(error))
			.finally(() => (queued -= 1))
	}

	socket.on('message', onFrame)
	socket.on('error', () => socket.terminate())
	socket.on('close', () => {
		clearTimeout(silence)
		void work.then(() => handlers.onClose(connection)).catch((error: unknown) => handlers.onError(error))
	})
}

function asBuffer(data: RawData): Buffer {
	return Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
}
