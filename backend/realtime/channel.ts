import type { Caller } from '../context.ts'
import type { Rights } from './rights.ts'
import type { BroadcastBody } from './protocol.ts'
import { readReplay, type Replay } from './replay.ts'

/** The `config` of a join, with defaults. */
export type ChannelConfig = {
	private: boolean
	ack: boolean
	self: boolean
	/** Whether the client waits to hear that what the database sends arrives from now on. */
	replicationReady: boolean
	presenceEnabled: boolean
	presenceKey: string
	postgresChanges: unknown
	replay: Replay | undefined
}

/** One joined topic of one socket. */
export type Channel = {
	topic: string
	subTopic: string
	joinRef: string | null
	config: ChannelConfig
	caller: Caller
	/** Of a private channel; a public one has none and may do everything. */
	rights: Rights | undefined
	/** Names this member among all processes. */
	member: string
	expiry: NodeJS.Timeout | undefined
	pushText(event: string, payload: string): void
	broadcast(body: BroadcastBody): void
	system(status: 'ok' | 'error', message: string, extension?: 'postgres_changes' | 'system'): void
}

/** Reads the `config` of a join; anything missing or of another type gets its default. */
export function readConfig(payload: Record<string, unknown>): ChannelConfig {
	const config = asObject(payload.config)
	const broadcast = asObject(config.broadcast)
	const presence = asObject(config.presence)
	return {
		private: config.private === true,
		ack: broadcast.ack === true,
		self: broadcast.self === true,
		replicationReady: broadcast.replication_ready === true,
		presenceEnabled: presence.enabled === true,
		presenceKey: typeof presence.key === 'string' ? presence.key.slice(0, 255) : '',
		postgresChanges: config.postgres_changes,
		replay: readReplay(broadcast.replay),
	}
}

function asObject(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The room of a topic: private and public channels of the same name never hear each other. */
export function roomOf(subTopic: string, isPrivate: boolean): string {
	return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}
