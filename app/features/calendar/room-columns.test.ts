import { expect, it } from 'vitest'
import { boardOf } from './board.server.ts'
import { rangeOf } from './calendar.ts'
import type { RoomInput } from './room-columns.ts'

// A Saturday in Berlin, where it is an hour later than in these instants.
const DAY = '2026-11-21'
const people = [
	{ id: 'a', name: 'Anna Löwe', color: '#235789' },
	{ id: 'b', name: 'Ben Öztürk', color: '#7d3a75' },
]
const rooms = [
	{ id: 'meer', name: 'Meer', active: true },
	{ id: 'wald', name: 'Wald', active: true },
	{ id: 'alt', name: 'Alter Raum', active: false },
]
const line = (resource_id: string | null, hour: number, employee_id = 'a', position = 1) => ({
	...{ position, service_id: 's', service_name: 'Farbe', employee_id, resource_id, price_cents: 0 },
	starts_at: `${DAY}T${String(hour).padStart(2, '0')}:00:00Z`,
	ends_at: `${DAY}T${String(hour + 1).padStart(2, '0')}:00:00Z`,
})
const booked = (id: string, ...lines: ReturnType<typeof line>[]) => ({
	...{ id, state: 'confirmed' as const, contact_name: 'Mia', starts_at: lines[0]?.starts_at ?? '', total_cents: 0 },
	lines,
})
const blocked = (employee_id: string | null, resource_id: string | null, starts_at: string, ends_at: string) => ({
	...{ id: `${starts_at}${resource_id}`, employee_id, resource_id, title: '', starts_at, ends_at },
	...{ series: null, updated_at: '' },
})
const hour = (starts: string, ends: string, weekday = 6) => ({
	...{ employee_id: '', weekday, starts, ends, valid_from: null, valid_to: null },
})
const board = (more: Partial<RoomInput> = {}) =>
	boardOf({
		...{ range: rangeOf('tag', DAY), zone: 'Europe/Berlin', now: new Date(`${DAY}T09:00:00Z`), roster: [] },
		...{ people, rooms, appointments: [], blocks: [], events: [], exceptions: [], hours: [hour('08:00', '18:00')] },
		gaps: { s: { minutes: 60, from: 20, to: 50 } },
		...more,
	})

it('has a column for each room in use, whose entries say who serves and can go to another room', () => {
	const data = board({ appointments: [booked('x', line('meer', 8), line('wald', 9, 'b', 2))] })
	expect(data.rooms).toBe(true)
	expect(data.columns.map(({ name, room, person, count, load }) => [name, room, person, count, load])).toEqual([
		['Meer', 'meer', '', 1, 10],
		['Wald', 'wald', '', 1, 10],
	])
	expect(data.columns[1]?.entries).toMatchObject([
		{
			id: 'x/2',
			title: 'Mia',
			time: '10:00',
			service: 'Farbe · Ben Öztürk',
			color: '#7d3a75',
			movable: true,
			room: 'wald',
		},
	])
	expect(board({ appointments: [booked('x', line('meer', 8))], fixed: true }).columns[0]?.entries[0]?.movable).toBe(
		false,
	)
	// The colour takes in the chair: nobody else can have it meanwhile.
	expect(data.columns[1]?.entries[0]?.gap).toBeUndefined()
})

it('what has no room has a column of its own, unless it is the blocked time of a person', () => {
	const without = { appointments: [booked('x', line(null, 8))] }
	expect(board(without).columns.map(({ name, count }) => [name, count])).toEqual([
		['Meer', 0],
		['Wald', 0],
		['Ohne Raum', 1],
	])
	// It needs none, so it does not go into one.
	expect(board(without).columns[2]?.entries[0]?.movable).toBe(false)
	const pause = blocked('a', null, `${DAY}T08:00:00Z`, `${DAY}T09:00:00Z`)
	expect(board({ blocks: [pause] }).columns.map(({ name }) => name)).toEqual(['Meer', 'Wald'])
})

it('shows a room out of use while something is in it, blocked time and events of rooms', () => {
	const event = { id: 'e', employee_id: 'b', title: 'Yoga', service_name: 'Kurs', seats: 10, cancelled_at: null }
	const { columns } = board({
		appointments: [booked('x', line('alt', 8))],
		blocks: [blocked(null, 'meer', '2026-11-20T00:00:00Z', '2026-12-05T00:00:00Z')],
		events: [{ ...event, resource_id: 'wald', taken: 7, starts_at: `${DAY}T16:00:00Z`, ends_at: `${DAY}T18:00:00Z` }],
	})
	expect(columns.map(({ name, count, load }) => [name, count, load])).toEqual([
		['Meer', 0, 100],
		// An hour of it is after closing.
		['Wald', 1, 10],
		['Alter Raum', 1, 10],
	])
	expect(columns[0]?.entries).toMatchObject([{ kind: 'block', person: '', title: 'Sperrzeit', from: 0, to: 1440 }])
	expect(columns[1]?.entries).toMatchObject([{ kind: 'event', title: 'Yoga', service: '7 von 10 · Ben Öztürk' }])
})

it('is shaded outside the hours of the location, and on days on which it is closed', () => {
	const day = { starts_at: `${DAY}T00:00:00`, ends_at: '2026-11-22T00:00:00' }
	const holiday = { ...day, employee_id: null, kind: 'closed' as const, reason: 'Feiertag' }
	const hours = [hour('08:00', '12:00'), hour('13:00', '18:00')]
	// The absence of a person does not close a room.
	const ill = { ...holiday, employee_id: 'a' }
	const shades = (more: Partial<RoomInput>) =>
		board(more).columns[0]?.closed.map(({ from, to, reason }) => [from, to, reason])
	expect(shades({ hours, exceptions: [ill] })).toEqual([
		[0, 480, ''],
		[720, 780, 'Geschlossen'],
		[1080, 1440, ''],
	])
	expect(shades({ exceptions: [holiday] })).toEqual([[0, 1440, 'Feiertag']])
	expect(board({ hours: [] }).columns[0]).toMatchObject({ load: null, away: 'Geschlossen' })
})

it('has the 25 hours of the day on which the clock goes back', () => {
	const night = { ...line('meer', 0), starts_at: '2026-10-25T00:30:00Z', ends_at: '2026-10-25T01:30:00Z' }
	const data = board({
		appointments: [booked('x', night)],
		...{ range: rangeOf('tag', '2026-10-25'), hours: [hour('00:00', '24:00', 7)] },
	})
	expect(data.columns[0]?.entries).toMatchObject([{ from: 150, to: 210, time: '02:30 MESZ', until: '02:30 MEZ' }])
	expect(data.columns[0]?.load).toBe(4)
})
