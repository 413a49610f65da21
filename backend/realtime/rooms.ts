import type { BackendContext } from '../context.ts'
import { type Bus, createBus } from './bus.ts'
import { type Channel, roomOf } from './channel.ts'
import { createPresence, type Presence } from './presence.ts'
import type { BroadcastBody } from './protocol.ts'

/** The channels of this process by topic, connected with those of other processes. */
export type Rooms = {
	presence: Presence
	join(channel: Channel): void
	leave(channel: Channel): void
	/** Sends to all members in all processes, except `except`. */
	broadcast(room: string, body: BroadcastBody, except?: Channel): void
	listen(): Promise<void>
	close(): Promise<void>
}

type BroadcastNote = {
	type: 'broadcast'
	room: string
	event: string
	json?: string
	base64?: string
	meta?: Record<string, unknown>
}

/** Keeps the members of topics. */
export function createRooms(context: BackendContext): Rooms {
	const rooms = new Map<string, Set<Channel>>()
	const membersOf = (room: string): Iterable<Channel> => rooms.get(room) ?? []

	function deliver(room: string, body: BroadcastBody, except?: Channel): void {
		for (const channel of membersOf(room)) {
			if (channel !== except && channel.rights?.readBroadcast !== false) channel.broadcast(body)
		}
	}

	const bus: Bus = createBus(context, (message, from) => {
		const note = message as BroadcastNote | { type: 'presence' }
		if (note.type === 'presence') presence.receive(note as never, from)
		else if (note.type === 'broadcast') {
			const bytes = note.base64 === undefined ? undefined : Buffer.from(note.base64, 'base64')
			deliver(note.room, { event: note.event, json: note.json, bytes, meta: note.meta })
		}
	})
	const presence = createPresence(bus, membersOf)

	return {
		presence,
		join(channel) {
			const room = roomOf(channel.subTopic, channel.config.private)
			const members = rooms.get(room) ?? new Set()
			rooms.set(room, members.add(channel))
		},
		leave(channel) {
			const room = roomOf(channel.subTopic, channel.config.private)
			const members = rooms.get(room)
			members?.delete(channel)
			if (members?.size === 0) rooms.delete(room)
			presence.untrack(channel)
		},
		broadcast(room, body, except) {
			deliver(room, body, except)
			const { event, json, bytes } = body
			bus.send({ type: 'broadcast', room, event, json, base64: bytes?.toString('base64') } satisfies BroadcastNote)
		},
		listen: () => bus.listen(),
		async close() {
			presence.close()
			await bus.close()
		},
	}
}
