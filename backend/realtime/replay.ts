import type { BackendContext } from '../context.ts'
import type { Channel } from './channel.ts'
import type { BroadcastBody } from './protocol.ts'

/** The past messages that a join asks for. */
export type Replay = { since: Date; limit: number }

const MAX_MESSAGES = 25

/** Reads `config.broadcast.replay`; undefined when it is missing or its time is not in milliseconds. */
export function readReplay(given: unknown): Replay | undefined {
	if (typeof given !== 'object' || given === null) return undefined
	const { since, limit } = given as { since?: unknown; limit?: unknown }
	const date = new Date(typeof since === 'number' ? since : Number.NaN)
	if (Number.isNaN(date.getTime())) return undefined
	const count = Number.isInteger(limit) && Number(limit) > 0 ? Number(limit) : MAX_MESSAGES
	return { since: date, limit: Math.min(count, MAX_MESSAGES) }
}

/** The last messages that the database has sent to a private topic since a time, oldest first. */
export async function findReplayed(context: BackendContext, channel: Channel): Promise<BroadcastBody[]> {
	if (!channel.config.replay || channel.rights?.readBroadcast !== true) return []
	const { since, limit } = channel.config.replay
	const rows = await context.owner<{ id: string; event: string; json: string; bytes: Buffer | null }[]>`
		select id, event, coalesce(payload, '{}')::text as json, binary_payload as bytes from realtime.messages
		where topic = ${channel.subTopic} and private and extension = 'broadcast' and event is not null
			and inserted_at >= ${since}::timestamptz at time zone 'UTC'
		order by inserted_at desc limit ${limit}`
	return rows.toReversed().map(({ id, event, json, bytes }) => ({
		event,
		...(bytes ? { bytes } : { json }),
		meta: { id, replayed: true },
	}))
}
