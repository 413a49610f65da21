/** A message of the Phoenix protocol. */
export type Message = {
	joinRef: string | null
	ref: string | null
	topic: string
	event: string
	payload: Record<string, unknown>
	/** The body of a broadcast that came in a binary frame. */
	binary?: Buffer
}

export type Version = '1.0.0' | '2.0.0'

/** A broadcast between sockets: a JSON text or bytes. */
export type BroadcastBody = { event: string; json?: string; bytes?: Buffer; meta?: Record<string, unknown> }

const PUSH_KIND = 3
const BROADCAST_KIND = 4
const JSON_ENCODING = 1

/**
 * Reads a client's frame.
 * @throws Error for anything that is not a message; such frames are ignored.
 */
export function decode(version: Version, data: Buffer, isBinary: boolean): Message {
	if (isBinary) return decodePush(data)
	const parsed: unknown = JSON.parse(data.toString('utf8'))
	if (version === '2.0.0') {
		if (!Array.isArray(parsed)) throw new Error('not a message')
		const [joinRef, ref, topic, event, payload] = parsed as unknown[]
		return checked({ joinRef, ref, topic, event, payload })
	}
	const { join_ref: joinRef, ref, topic, event, payload } = parsed as Record<string, unknown>
	return checked({ joinRef, ref, topic, event, payload })
}

function checked(given: Record<string, unknown>): Message {
	const { topic, event, payload } = given
	if (typeof topic !== 'string' || typeof event !== 'string') throw new Error('not a message')
	const object = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {}
	return {
		joinRef: asRef(given.joinRef),
		ref: asRef(given.ref),
		topic,
		event,
		payload: object as Record<string, unknown>,
	}
}

function asRef(value: unknown): string | null {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** Kind, five lengths and encoding, then join ref, ref, topic, event, metadata and the body. */
function decodePush(data: Buffer): Message {
	if (data[0] !== PUSH_KIND || data.length < 7) throw new Error('unknown binary frame')
	let at = 7
	const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = [1, 2, 3, 4, 5].map((i) => {
		const length = data[i] ?? 0
		const text = data.toString('utf8', at, at + length)
		at += length
		return text
	})
	if (at > data.length) throw new Error('truncated binary frame')
	const body = data.subarray(at)
	const meta = metadata === '' ? {} : (JSON.parse(metadata) as Record<string, unknown>)
	const message: Message = { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
	if (data[6] === JSON_ENCODING) {
		message.payload = { ...meta, type: 'broadcast', event, payload: JSON.parse(body.toString('utf8')) as unknown }
	} else {
		message.payload = { ...meta, type: 'broadcast', event }
		message.binary = Buffer.from(body)
	}
	return message
}

/** Writes a text frame; `payload` is JSON text. */
export function encode(
	version: Version,
	message: { joinRef: string | null; ref: string | null; topic: string; event: string },
	payload: string,
): string {
	const [joinRef, ref, topic, event] = [message.joinRef, message.ref, message.topic, message.event].map((value) =>
		JSON.stringify(value),
	)
	if (version === '2.0.0') return `[${joinRef},${ref},${topic},${event},${payload}]`
	return `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`
}

export type Frame = { data: Buffer; binary: boolean }

const frames = new WeakMap<BroadcastBody, Map<string, Frame | undefined>>()

/** The frame of a broadcast, made once for all members of a topic that use the same version. */
export function broadcastFrame(version: Version, topic: string, body: BroadcastBody): Frame | undefined {
	const made = frames.get(body) ?? new Map<string, Frame | undefined>()
	frames.set(body, made)
	const key = version + topic
	if (made.has(key)) return made.get(key)
	const encoded = encodeBroadcast(version, topic, body)
	const frame =
		encoded === undefined ? undefined : { data: Buffer.from(encoded as string), binary: typeof encoded !== 'string' }
	made.set(key, frame)
	return frame
}

/**
 * Writes a broadcast: binary for clients of version 2, as on hosted, JSON for version 1.
 * @returns undefined when the client's version cannot carry it (bytes in version 1).
 */
export function encodeBroadcast(version: Version, topic: string, body: BroadcastBody): string | Buffer | undefined {
	const [name, event] = [Buffer.from(topic), Buffer.from(body.event)]
	const meta = Buffer.from(body.meta ? JSON.stringify(body.meta) : '')
	const fits = name.length <= 255 && event.length <= 255 && meta.length <= 255
	if (version === '2.0.0' && fits) {
		const encoding = body.bytes ? 0 : JSON_ENCODING
		const head = Buffer.from([BROADCAST_KIND, name.length, event.length, meta.length, encoding])
		return Buffer.concat([head, name, event, meta, body.bytes ?? Buffer.from(body.json ?? '{}')])
	}
	if (body.bytes) return undefined
	const metaPart = body.meta ? `,"meta":${JSON.stringify(body.meta)}` : ''
	const payload = `{"type":"broadcast","event":${JSON.stringify(body.event)},"payload":${body.json ?? '{}'}${metaPart}}`
	return encode(version, { joinRef: null, ref: null, topic, event: 'broadcast' }, payload)
}
