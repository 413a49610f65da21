import type { BoardData, Move } from './board-data.ts'
import type { Placed } from './columns.ts'
import { LEAST, STEP } from './snap.ts'

/**
 * Moves an entry by keyboard as dragging does: up and down by a quarter of an hour, sideways to the next person or, in a week, to the
 * next day, or to the next room. Steps that come before the previous one is answered continue from there (`pending`).
 */
export function keyMove(key: string, entry: Placed, data: BoardData, pending: Move | undefined): Move | undefined {
	const before = pending?.entry.id === entry.id ? pending : undefined
	if (data.rooms) return roomMove(key, entry, data, before?.room ?? entry.room)
	const start = before?.start ?? entry.starts
	const person = before?.person ? { person: before.person } : {}
	const minutes = { ArrowUp: -STEP, ArrowDown: STEP }[key]
	if (minutes !== undefined) {
		return { entry, start: new Date(Date.parse(start) + minutes * 60_000).toISOString(), ...person }
	}
	const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
	if (step === undefined) return undefined
	if (data.week) return { entry, days: (before?.days ?? 0) + step }
	const own = data.columns.findIndex((column) => column.person === (before?.person ?? entry.person))
	const next = entry.alone ? data.columns[own + step]?.person : undefined
	return next ? { entry, start, person: next } : undefined
}

/** To the next room sideways, from the one it is in or is on its way to. */
function roomMove(key: string, entry: Placed, { columns }: BoardData, from: string | undefined): Move | undefined {
	const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
	const own = columns.findIndex(({ room }) => room === from)
	const next = step !== undefined && own >= 0 ? columns[own + step]?.room : undefined
	return next ? { entry, room: next } : undefined
}

/** Lengthens an entry by a quarter of an hour (ArrowDown) or shortens it (ArrowUp); quick steps continue as those of a move do. */
export function keyLength(key: string, entry: Placed, pending: Move | undefined): Move | undefined {
	const minutes = { ArrowUp: -STEP, ArrowDown: STEP }[key]
	if (minutes === undefined || entry.room !== undefined) return undefined
	const before = (pending?.entry.id === entry.id && pending.end) || entry.ends
	const end = Date.parse(before) + minutes * 60_000
	return end < Date.parse(entry.starts) + LEAST * 60_000 ? undefined : { entry, end: new Date(end).toISOString() }
}
