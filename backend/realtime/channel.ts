import type { Caller } from '../context.ts'
import type { Rights } from './rights.ts'
import type { BroadcastBody } from './protocol.ts'
import { readReplay, type Replay } from './replay.ts'

/** The `config` of a join, with defaults. */
export type ChannelConfig = {
	private: boolean
	ack: boolean
	self: boolean
	/** Whether the client wants to be told once messages from the database arrive. */
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
	/** Rights in a private channel; a public channel has none and allows everything. */
	rights: Rights | undefined
	/** The id of this member, unique over all processes. */
	member: string
	expiry: NodeJS.Timeout | undefined
	pushText(event: string, payload: string): void
	broadcast(body: BroadcastBody): void
	system(status: 'ok' | 'error', message: string, extension?: 'postgres_changes' | 'system'): void
}

/** Reads the `config` of a join; missing fields and those of another type get their defaults. */
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

/** The room of a topic. Private and public channels of the same name never receive each other's messages. */
export function roomOf(subTopic: string, isPrivate: boolean): string {
	return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}
