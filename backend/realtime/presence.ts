import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import { type Channel, roomOf } from './channel.ts'

/** The members of a topic, each with the state it has sent. */
export type Presence = {
	track(channel: Channel, payload: Record<string, unknown>): void
	untrack(channel: Channel): void
	/** Sends the whole state to one channel. */
	sync(channel: Channel): void
	receive(note: PresenceNote, from: string): void
	close(): void
}

type Entry = { key: string; meta: Record<string, unknown>; node: string }

export type PresenceNote = {
	type: 'presence'
	/** `ask` and `alive` concern all topics, `set` and `gone` one member. */
	action: 'set' | 'gone' | 'ask' | 'alive'
	room?: string
	member?: string
	key?: string
	meta?: Record<string, unknown>
}

const ALIVE_MS = 15_000
const DEAD_MS = 50_000

/** Keeps the presences of all processes; the members of a process that falls silent are removed. */
export function createPresence(bus: Bus, membersOf: (room: string) => Iterable<Channel>): Presence {
	const rooms = new Map<string, Map<string, Entry>>()
	const heard = new Map<string, number>()
	let asked = false
	let timer: NodeJS.Timeout | undefined

	function change(room: string, member: string, entry: Entry | undefined): void {
		const entries = rooms.get(room) ?? new Map<string, Entry>()
		const before = entries.get(member)
		if (entry) rooms.set(room, entries.set(member, entry))
		else if (entries.delete(member) && entries.size === 0) rooms.delete(room)
		if (!before && !entry) return
		const part = (one: Entry | undefined): object => (one ? { [one.key]: { metas: [one.meta] } } : {})
		const diff = JSON.stringify({ joins: part(entry), leaves: part(before) })
		for (const channel of membersOf(room)) {
			if (channel.config.presenceEnabled && channel.rights?.readPresence !== false) {
				channel.pushText('presence_diff', diff)
			}
		}
	}

	function tick(): void {
		bus.send({ type: 'presence', action: 'alive' } satisfies PresenceNote)
		for (const [node, at] of heard) {
			if (Date.now() - at < DEAD_MS) continue
			heard.delete(node)
			for (const [room, entries] of rooms) {
				for (const [member, entry] of entries) if (entry.node === node) change(room, member, undefined)
			}
		}
	}

	function begin(): void {
		if (asked) return
		asked = true
		bus.send({ type: 'presence', action: 'ask' } satisfies PresenceNote)
		timer = setInterval(tick, ALIVE_MS).unref()
	}

	function tell(room: string, member: string, entry: Entry): void {
		const { key, meta } = entry
		bus.send({ type: 'presence', action: 'set', room, member, key, meta } satisfies PresenceNote)
	}

	return {
		track(channel, payload) {
			begin()
			const room = roomOf(channel.subTopic, channel.config.private)
			const meta = { ...payload, phx_ref: randomUUID().slice(0, 13) }
			const entry = { key: channel.config.presenceKey || channel.member, meta, node: bus.self }
			change(room, channel.member, entry)
			tell(room, channel.member, entry)
		},
		untrack(channel) {
			const room = roomOf(channel.subTopic, channel.config.private)
			if (!rooms.get(room)?.has(channel.member)) return
			change(room, channel.member, undefined)
			bus.send({ type: 'presence', action: 'gone', room, member: channel.member } satisfies PresenceNote)
		},
		sync(channel) {
			begin()
			const state: Record<string, { metas: object[] }> = Object.create(null)
			for (const { key, meta } of rooms.get(roomOf(channel.subTopic, channel.config.private))?.values() ?? []) {
				state[key] = { metas: [...(state[key]?.metas ?? []), meta] }
			}
			channel.pushText('presence_state', JSON.stringify(state))
		},
		receive(note, from) {
			heard.set(from, Date.now())
			const { action, room, member } = note
			if (action === 'ask') {
				for (const [name, entries] of rooms) {
					for (const [one, entry] of entries) if (entry.node === bus.self) tell(name, one, entry)
				}
			} else if (room !== undefined && member !== undefined) {
				const entry = { key: note.key ?? member, meta: note.meta ?? {}, node: from }
				const same = rooms.get(room)?.get(member)?.meta.phx_ref === entry.meta.phx_ref
				if (action === 'gone') change(room, member, undefined)
				else if (!same) change(room, member, entry)
			}
		},
		close: () => clearInterval(timer),
	}
}
