import { expect, it } from 'vitest'
import type { Placed } from './columns.ts'
import type { Movable } from './movable.ts'
import { moveWishes } from './wishes.ts'

const times = { starts: '2026-11-24T10:00:00.000Z', ends: '2026-11-24T10:45:00.000Z' }
const entry = { id: 'x/2', source: 'x', person: 'a', alone: true, ...times } as Placed
const visit: Movable = {
	...{ id: 'x', path: 'x', intent: 'reschedule', name: 'Mia', start: '2026-11-24T09:00:00.000Z', people: ['a'] },
}
const zone = 'Europe/Berlin'

it('moves the whole appointment by as much as its line', () => {
	const { wish, undo } = moveWishes(visit, { entry, start: '2026-11-24T10:30:00.000Z' }, zone)
	expect(wish.fields).toMatchObject({ intent: 'reschedule', start: '2026-11-24T09:30:00.000Z' })
	expect(undo.fields).toMatchObject({ start: visit.start, person: 'a' })
})

it('gives one line of an appointment another length, also over the hour that the clock repeats, and takes it back', () => {
	const { wish, undo } = moveWishes(visit, { entry, end: '2026-11-24T11:00:00.000Z' }, zone)
	expect(wish.fields).toEqual({ intent: 'resize', zeile: '2', minuten: '60' })
	expect(undo).toMatchObject({ fields: { minuten: '45' }, end: '2026-11-24T11:00:00.000Z' })
	// A move that waits to be sent and a new length do not replace each other.
	expect(wish.id).not.toBe(visit.id)
	const night = { ...entry, starts: '2026-10-25T00:30:00.000Z' }
	expect(moveWishes(visit, { entry: night, end: '2026-10-25T01:30:00.000Z' }, zone).wish.fields.minuten).toBe('60')
})

it('names the new end of blocked time', () => {
	const block: Movable = { ...visit, path: 'sperrzeit/x', intent: 'move' }
	const { wish, undo } = moveWishes(block, { entry, end: '2026-11-24T11:00:00.000Z' }, zone)
	expect(wish.fields).toEqual({ intent: 'move', start: entry.starts, ende: '2026-11-24T11:00:00.000Z' })
	expect(undo.fields).toMatchObject({ ende: entry.ends })
})

it('gives one line another room, and the one that it had back', () => {
	const { wish, undo } = moveWishes(visit, { entry: { ...entry, room: 'meer' }, room: 'wald' }, zone)
	expect(wish.fields).toEqual({ intent: 'room', zeile: '2', raum: 'wald' })
	expect(undo.fields).toEqual({ intent: 'room', zeile: '2', raum: 'meer' })
})
