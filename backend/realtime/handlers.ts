import { randomUUID } from 'node:crypto'
import { CallerError } from '../caller.ts'
import type { BackendContext, Caller } from '../context.ts'
import type { Changes } from './changes.ts'
import { type Channel, readConfig, roomOf } from './channel.ts'
import type { Connection, Handlers } from './connection.ts'
import { FilterError } from './filter.ts'
import type { Message } from './protocol.ts'
import { findReplayed } from './replay.ts'
import { readRights } from './rights.ts'
import type { Rooms } from './rooms.ts'
import { readWishes } from './subscription.ts'

export type HandlerParts = {
	context: BackendContext
	changes: Changes
	rooms: Rooms
	checkCaller: (headers: Headers, url: URL) => Promise<Caller>
}

const MAX_CHANNELS = 100
const READY = 'Replication connection established'
// setTimeout accepts 31 bits of milliseconds.
const MAX_TIMER_MS = 2_000_000_000

/** Creates the handlers for a socket's messages. */
export function createHandlers({ context, changes, rooms, checkCaller }: HandlerParts): Handlers {
	const { broadcast: broadcasts = true, presence: presences = true } = context.settings.realtime ?? {}

	async function callerOf(connection: Connection, token: unknown): Promise<Caller> {
		if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return connection.caller
		// Other texts cannot be a header, and therefore not a token.
		if (!/^[\x21-\x7e]+$/.test(token)) throw new CallerError('PGRST301', 'The token is malformed')
		const headers = new Headers({ apikey: connection.apikey, authorization: `Bearer ${token}` })
		return checkCaller(headers, new URL(context.settings.url))
	}

	function close(connection: Connection, channel: Channel, reason?: string): void {
		if (connection.channels.get(channel.topic) !== channel) return
		connection.channels.delete(channel.topic)
		clearTimeout(channel.expiry)
		changes.unsubscribe(channel)
		rooms.leave(channel)
		if (reason !== undefined) channel.system('error', reason)
		channel.pushText('phx_close', '{}')
	}

	function watchExpiry(connection: Connection, channel: Channel): void {
		clearTimeout(channel.expiry)
		const { exp } = channel.caller.claims
		if (typeof exp !== 'number') return
		const left = Math.min(Math.max(0, exp * 1000 - Date.now()), MAX_TIMER_MS)
		channel.expiry = setTimeout(() => close(connection, channel, 'Token has expired'), left).unref()
	}

	async function join(connection: Connection, message: Message): Promise<void> {
		const refuse = (reason: string): void => connection.reply(message, 'error', { reason })
		const subTopic = message.topic.replace(/^realtime:/, '')
		if (subTopic === '' || subTopic === message.topic || subTopic.includes('\0'))
			return refuse('TopicNameRequired: You must provide a topic name')
		const before = connection.channels.get(message.topic)
		if (before) close(connection, before)
		if (connection.channels.size >= MAX_CHANNELS) return refuse('ChannelRateLimitReached: Too many channels')
		const config = readConfig(message.payload)
		try {
			const caller = await callerOf(connection, message.payload.access_token ?? message.payload.user_token)
			const wishes = readWishes(config.postgresChanges)
			const rights = config.private ? await readRights(context, caller, subTopic) : undefined
			if (rights && !rights.readBroadcast && !rights.readPresence) {
				return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${subTopic}`)
			}
			const { topic, joinRef } = message
			const senders = connection.senders(topic, joinRef)
			const channel: Channel = {
				topic,
				subTopic,
				joinRef,
				config,
				caller,
				rights,
				member: randomUUID(),
				expiry: undefined,
				...senders,
				system: config.replicationReady ? withReadiness(senders.system) : senders.system,
			}
			if (broadcasts || presences) await rooms.listen()
			connection.channels.set(topic, channel)
			rooms.join(channel)
			const replayed = broadcasts ? await findReplayed(context, channel) : []
			connection.reply(message, 'ok', { postgres_changes: wishes.map((wish) => wish.echo) })
			for (const body of replayed) channel.broadcast(body)
			watchExpiry(connection, channel)
			if (presences && config.presenceEnabled && rights?.readPresence !== false) rooms.presence.sync(channel)
			if (wishes.length > 0) changes.subscribe(channel, wishes)
			// Messages from the database have been listened for since the join.
			else if (config.replicationReady) channel.system('ok', READY, 'system')
		} catch (error) {
			if (error instanceof CallerError) return refuse(`InvalidJWTToken: ${error.message}`)
			if (error instanceof FilterError) return refuse(`InvalidJoinPayload: ${error.message}`)
			refuse('UnknownErrorOnChannel: Unknown Error on Channel')
			throw error
		}
	}

	/** Applies a new token: later changes are seen with its claims, and a private channel may close. */
	async function refresh(connection: Connection, channel: Channel, token: unknown): Promise<void> {
		try {
			const caller = await callerOf(connection, token)
			if (channel.config.private) channel.rights = await readRights(context, caller, channel.subTopic)
			channel.caller = caller
			watchExpiry(connection, channel)
			if (channel.rights && !channel.rights.readBroadcast && !channel.rights.readPresence) {
				close(connection, channel, 'You no longer have permission to read from this Channel topic')
			}
		} catch (error) {
			if (!(error instanceof CallerError)) throw error
			close(connection, channel, error.message)
		}
	}

	function broadcast(connection: Connection, channel: Channel, message: Message): void {
		if (!broadcasts) return connection.reply(message, 'error', { reason: 'BroadcastDisabled: Broadcast is turned off' })
		const { event, payload } = message.payload
		const may = channel.rights?.writeBroadcast !== false
		if (may) {
			const body = message.binary ? { bytes: message.binary } : { json: JSON.stringify(payload ?? {}) }
			const room = roomOf(channel.subTopic, channel.config.private)
			rooms.broadcast(
				room,
				{ event: typeof event === 'string' ? event : '', ...body },
				channel.config.self ? undefined : channel,
			)
		}
		if (!channel.config.ack) return
		connection.reply(message, may ? 'ok' : 'error', may ? {} : { reason: 'Unauthorized' })
	}

	function presence(connection: Connection, channel: Channel, message: Message): void {
		const { event, payload } = message.payload
		const object = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
		if (!presences) return connection.reply(message, 'error', { reason: 'PresenceDisabled: Presence is turned off' })
		if (channel.rights?.writePresence === false) return connection.reply(message, 'error', { reason: 'Unauthorized' })
		if (event === 'track') rooms.presence.track(channel, object)
		else if (event === 'untrack') rooms.presence.untrack(channel)
		connection.reply(message, 'ok', {})
	}

	return {
		async onMessage(connection, message) {
			if (message.topic === 'phoenix') return connection.reply(message, 'ok', {})
			if (message.event === 'phx_join') return join(connection, message)
			const channel = connection.channels.get(message.topic)
			if (!channel) return connection.reply(message, 'error', { reason: 'unmatched topic' })
			if (message.event === 'phx_leave') {
				connection.reply(message, 'ok', {})
				close(connection, channel)
			} else if (message.event === 'access_token') {
				await refresh(connection, channel, message.payload.access_token)
			} else if (message.event === 'broadcast') broadcast(connection, channel, message)
			else if (message.event === 'presence') presence(connection, channel, message)
		},
		onClose(connection) {
			for (const channel of connection.channels.values()) close(connection, channel)
		},
		onError(error) {
			context.settings.log('error', 'realtime: message failed', { error: String(error) })
		},
	}
}

/** Tells a client that asked, once, whether the stream of its changes is running. */
function withReadiness(system: Channel['system']): Channel['system'] {
	let told = false
	return (status, message, extension) => {
		system(status, message, extension)
		if (told || extension === 'system') return
		told = true
		system(status, status === 'ok' ? READY : message, 'system')
	}
}
