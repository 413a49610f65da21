import type { BackendContext, Caller, Service } from '../context.ts'
import { roomOf } from './channel.ts'
import { readRights } from './rights.ts'
import type { Rooms } from './rooms.ts'

const MAX_BODY_BYTES = 1_048_576
const MAX_MESSAGES = 100

/**
 * Broadcasts over HTTP: `POST /realtime/v1/api/broadcast` with a list of messages, or one message to
 * `…/api/broadcast/{topic}/events/{event}`. Answers 202; messages that the caller must not write are dropped, as on hosted.
 */
export function createBroadcastApi(context: BackendContext, rooms: Rooms): Service {
	async function mayWrite(caller: Caller, topic: string, isPrivate: boolean): Promise<boolean> {
		if (topic.includes('\0')) return false
		if (!isPrivate || caller.role === 'service_role') return true
		return (await readRights(context, caller, topic)).writeBroadcast
	}

	async function one(request: Request, url: URL, caller: Caller, topic: string, event: string): Promise<Response> {
		const isPrivate = url.searchParams.get('private') === 'true'
		const bytes = await readBody(request)
		if (!bytes) return tooLarge()
		const isJson = request.headers.get('content-type')?.includes('json') ?? false
		const json = isJson ? asJson(bytes) : undefined
		if (isJson && json === undefined) return failed(422, 'Payload is not valid JSON')
		if (!(await mayWrite(caller, topic, isPrivate))) return failed(403, 'Unauthorized')
		const body = isJson ? { json: JSON.stringify(json) } : { bytes }
		rooms.broadcast(roomOf(topic, isPrivate), { event, ...body })
		return new Response(null, { status: 202 })
	}

	async function many(request: Request, caller: Caller): Promise<Response> {
		const bytes = await readBody(request)
		if (!bytes) return tooLarge()
		const messages = (asJson(bytes) as { messages?: unknown } | undefined)?.messages
		if (!Array.isArray(messages) || messages.length > MAX_MESSAGES) return failed(422, 'messages must be a short list')
		for (const message of messages as Record<string, unknown>[]) {
			if (typeof message?.topic !== 'string' || typeof message.event !== 'string') {
				return failed(422, 'topic and event are required')
			}
		}
		for (const message of messages as { topic: string; event: string; payload?: unknown; private?: boolean }[]) {
			const isPrivate = message.private === true
			if (!(await mayWrite(caller, message.topic, isPrivate))) continue
			const json = JSON.stringify(message.payload ?? {})
			rooms.broadcast(roomOf(message.topic, isPrivate), { event: message.event, json })
		}
		return new Response(null, { status: 202 })
	}

	return async (request, url, caller) => {
		const match = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?\/?$/.exec(url.pathname)
		if (!match) return failed(404, 'Not found')
		if (context.settings.realtime?.broadcast === false) return failed(403, 'Broadcast is turned off')
		if (request.method !== 'POST') return failed(405, 'Method not allowed')
		const [, topic, event] = match
		if (topic === undefined || event === undefined) return many(request, caller)
		const [topicName, eventName] = [decoded(topic), decoded(event)]
		if (topicName === undefined || eventName === undefined) return failed(400, 'Malformed address')
		return one(request, url, caller, topicName, eventName)
	}
}

async function readBody(request: Request): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of request.body ?? []) {
		size += chunk.length
		if (size > MAX_BODY_BYTES) return undefined
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}

function decoded(part: string): string | undefined {
	try {
		return decodeURIComponent(part)
	} catch {
		return undefined
	}
}

function asJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'))
	} catch {
		return undefined
	}
}

function tooLarge(): Response {
	return failed(413, 'Payload too large')
}

function failed(status: number, message: string): Response {
	return Response.json({ error: message, message }, { status })
}
