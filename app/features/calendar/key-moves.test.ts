import { expect, it } from 'vitest'
import type { BoardData } from './board-data.ts'
import type { Placed } from './columns.ts'
import { keyLength, keyMove } from './key-moves.ts'

const entry = {
	id: 'x/1',
	person: 'a',
	alone: true,
	starts: '2026-11-24T09:00:00.000Z',
	ends: '2026-11-24T09:30:00.000Z',
} as Placed
const day = { week: false, columns: [{ person: 'a' }, { person: 'b' }] } as unknown as BoardData

it('three quick steps move three quarters of an hour, each before the previous one is answered', () => {
	let last: ReturnType<typeof keyMove>
	for (let step = 0; step < 3; step++) last = keyMove('ArrowDown', entry, day, last)
	expect(last).toMatchObject({ start: '2026-11-24T09:45:00.000Z' })
	expect(keyMove('ArrowRight', entry, day, last)).toMatchObject({ start: '2026-11-24T09:45:00.000Z', person: 'b' })
})

it('moves to the next person who can take the appointment over, and in a week by days', () => {
	expect(keyMove('ArrowLeft', entry, day, undefined)).toBeUndefined()
	expect(keyMove('ArrowRight', { ...entry, alone: false }, day, undefined)).toBeUndefined()
	expect(keyMove('ArrowLeft', entry, { ...day, week: true }, undefined)).toEqual({ entry, days: -1 })
	expect(keyMove('Enter', entry, day, undefined)).toBeUndefined()
})

it('three quick steps lengthen by three quarters of an hour, and the shortest length is not passed', () => {
	let last: ReturnType<typeof keyLength>
	for (let step = 0; step < 3; step++) last = keyLength('ArrowDown', entry, last)
	expect(last).toEqual({ entry, end: '2026-11-24T10:15:00.000Z' })
	expect(keyLength('ArrowUp', entry, last)?.end).toBe('2026-11-24T10:00:00.000Z')
	const short = { ...entry, ends: '2026-11-24T09:15:00.000Z' }
	expect(keyLength('ArrowUp', short, undefined)).toBeUndefined()
	expect(keyLength('ArrowLeft', entry, undefined)).toBeUndefined()
})

it('in columns of rooms goes from room to room, one step after the other, and keeps time and length', () => {
	const rooms = {
		...day,
		rooms: true,
		columns: [{ room: 'm' }, { room: 'w' }, { room: 'x' }, {}],
	} as unknown as BoardData
	const inRoom = { ...entry, room: 'm' }
	const once = keyMove('ArrowRight', inRoom, rooms, undefined)
	expect(once).toEqual({ entry: inRoom, room: 'w' })
	expect(keyMove('ArrowRight', inRoom, rooms, once)).toEqual({ entry: inRoom, room: 'x' })
	expect(keyMove('ArrowRight', { ...inRoom, room: 'x' }, rooms, undefined)).toBeUndefined()
	expect(keyMove('ArrowLeft', inRoom, rooms, undefined)).toBeUndefined()
	expect(keyMove('ArrowDown', inRoom, rooms, undefined)).toBeUndefined()
	expect(keyLength('ArrowDown', inRoom, undefined)).toBeUndefined()
})
