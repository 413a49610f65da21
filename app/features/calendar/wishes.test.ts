import { expect, it } from 'vitest'
import { spanStanding, standing } from '#app/lib/seen.ts'
import type { Placed } from './columns.ts'
import type { Movable } from './movable.ts'
import { moveWishes, removalWishes, undoTo } from './wishes.ts'

const times = { starts: '2026-11-24T10:00:00.000Z', ends: '2026-11-24T10:45:00.000Z' }
const entry = { id: 'x/2', source: 'x', person: 'a', alone: true, ...times } as Placed
const visit: Movable = {
	...{ id: 'x', path: 'x', intent: 'reschedule', name: 'Mia', start: '2026-11-24T09:00:00.000Z', people: ['a'] },
	seen: standing('2026-11-24T09:00:00.000Z', ['a']),
}
const zone = 'Europe/Berlin'

it('moves the whole appointment by as much as its line', () => {
	const { wish, undo } = moveWishes(visit, { entry, start: '2026-11-24T10:30:00.000Z' }, zone)
	expect(wish.fields).toMatchObject({ intent: 'reschedule', start: '2026-11-24T09:30:00.000Z' })
	expect(undo.fields).toMatchObject({ start: visit.start, person: 'a' })
})

it('gives one line of an appointment another length, also over the hour that the clock repeats, and takes it back', () => {
	const { wish, undo } = moveWishes(visit, { entry, end: '2026-11-24T11:00:00.000Z' }, zone)
	const gesehen = spanStanding(times.starts, times.ends, 'a')
	expect(wish.fields).toEqual({ intent: 'resize', zeile: '2', minuten: '60', gesehen })
	expect(undo).toMatchObject({ fields: { minuten: '45' }, end: '2026-11-24T11:00:00.000Z' })
	// A move that waits to be sent and a new length do not replace each other.
	expect(wish.id).not.toBe(visit.id)
	const night = { ...entry, starts: '2026-10-25T00:30:00.000Z' }
	expect(moveWishes(visit, { entry: night, end: '2026-10-25T01:30:00.000Z' }, zone).wish.fields.minuten).toBe('60')
})

it('names the new end of blocked time', () => {
	const block: Movable = { ...visit, path: 'sperrzeit/x', intent: 'move', block: { end: times.ends, taker: 'a' } }
	const { wish, undo } = moveWishes(block, { entry, end: '2026-11-24T11:00:00.000Z' }, zone)
	const fields = { intent: 'move', start: entry.starts, ende: '2026-11-24T11:00:00.000Z', gesehen: visit.seen }
	expect(wish.fields).toEqual(fields)
	expect(undo.fields).toMatchObject({ ende: entry.ends })
})

it('gives one line another room, and the one that it had back', () => {
	const { wish, undo, made } = moveWishes(visit, { entry: { ...entry, room: 'meer' }, room: 'wald' }, zone)
	const there = (room: string) => spanStanding(times.starts, times.ends, room)
	expect(wish.fields).toEqual({ intent: 'room', zeile: '2', raum: 'wald', gesehen: there('meer') })
	expect(undo.fields).toEqual({ intent: 'room', zeile: '2', raum: 'meer' })
	expect(made).toBe(there('wald'))
})

it('says where it was seen, and what earlier steps that are not answered yet make of it', () => {
	const first = moveWishes(visit, { entry, start: '2026-11-24T10:30:00.000Z' }, zone)
	expect(first.wish.fields.gesehen).toBe(visit.seen)
	expect(first.made).toBe(standing('2026-11-24T09:30:00.000Z', ['a']))
	const second = moveWishes(visit, { entry, start: '2026-11-24T10:45:00.000Z', person: 'b' }, zone, [first.made])
	expect(second.wish.fields.gesehen).toBe(`${visit.seen};${first.made}`)
	expect(second.made).toBe(standing('2026-11-24T09:45:00.000Z', ['b']))
	expect(moveWishes(visit, { entry, days: 1 }, zone).made).toBe(standing('2026-11-25T09:00:00.000Z', ['a']))
})

it('a block stands where it begins, ends and belongs', () => {
	const block: Movable = {
		...{ ...visit, path: 'sperrzeit/x', intent: 'move', start: times.starts, block: { end: times.ends, taker: 'a' } },
		seen: spanStanding(times.starts, times.ends, 'a'),
	}
	const { wish, made } = moveWishes(block, { entry, start: '2026-11-24T12:00:00.000Z' }, zone)
	expect(wish.fields.gesehen).toBe(block.seen)
	expect(made).toBe(spanStanding('2026-11-24T12:00:00.000Z', '2026-11-24T12:45:00.000Z', 'a'))
})

const block = {
	...{ id: 'x', employee_id: 'a', resource_id: null, title: 'Training', series: null, updated_at: '' },
	...{ starts_at: times.starts, ends_at: times.ends },
}

it('deletes blocked time where it was seen, and enters one of it again', () => {
	const { wish, undo } = removalWishes('x', block, false)
	expect(wish.fields).toMatchObject({ intent: 'remove', gesehen: spanStanding(times.starts, times.ends, 'a') })
	expect(undo?.fields).toMatchObject({ intent: 'restore', start: times.starts, ende: times.ends, person: 'a' })
	expect(removalWishes('x', block, true).undo).toBeUndefined()
})

it('over what somebody else has moved, goes back to where they have put it', () => {
	const [from, to] = ['2026-11-25T12:00:00.000Z', '2026-11-25T13:30:00.000Z']
	const { undo } = moveWishes(visit, { entry, start: '2026-11-24T10:30:00.000Z', person: 'b' }, zone)
	expect(undoTo(undo, standing(from, ['c'])).fields).toEqual({ ...undo.fields, start: from, person: 'c' })
	// Nobody serves all of it.
	expect(undoTo(undo, standing(from, ['c', 'd'])).fields.person).toBe('')
	const longer = moveWishes(visit, { entry, end: '2026-11-24T11:00:00.000Z' }, zone).undo
	expect(undoTo(longer, spanStanding(from, to, 'c')).fields.minuten).toBe('90')
	const rooms = moveWishes(visit, { entry: { ...entry, room: 'meer' }, room: 'wald' }, zone).undo
	expect(undoTo(rooms, spanStanding(from, to, 'berg')).fields).toMatchObject({ intent: 'room', raum: 'berg' })
	const removed = removalWishes('x', { ...block, employee_id: null, resource_id: 'r' }, false).undo
	expect(removed && undoTo(removed, spanStanding(from, to, 's')).fields).toMatchObject({
		...{ intent: 'restore', start: from, ende: to, person: 'raum-s' },
	})
})
