import { expect, it } from 'vitest'
import { blockEntriesOf, entriesOf, pathOf } from './events.ts'

const anna = { id: 'a' }
const line = {
	position: 1,
	service_id: 's',
	service_name: 'Schnitt',
	employee_id: 'a',
	starts_at: '2026-11-21T09:00:00Z',
	ends_at: '2026-11-21T10:02:00Z',
}
const booked = (lines: (typeof line)[], state = 'confirmed', contact_name = 'Mia') => [
	{ id: 'x', state, contact_name, lines },
]

it("turns each line of the shown person into an entry, with its exact minutes on the location's clock", () => {
	const entries = entriesOf(booked([line, { ...line, position: 2, employee_id: 'b' }]), 'Europe/Berlin', anna)
	expect(entries).toHaveLength(1)
	expect(entries[0]).toMatchObject({
		...{ id: 'x/1', time: '10:00', until: '11:02', service: 'Schnitt', movable: true },
		// Another person serves it too, so nobody can take over the whole appointment.
		alone: false,
	})
})

it('stays where it is for who must not move appointments', () => {
	expect(entriesOf(booked([line]), 'Europe/Berlin', anna, {}, true)[0]).toMatchObject({ movable: false })
})

it('distinguishes the repeated hours of the night when the clock goes back', () => {
	const night = { ...line, starts_at: '2026-10-25T00:30:00Z', ends_at: '2026-10-25T01:15:00Z' }
	expect(entriesOf(booked([night], 'held', ''), 'Europe/Berlin', anna)[0]).toMatchObject({
		...{ time: '02:30 MESZ', until: '02:15 MEZ', title: 'Reserviert', movable: false },
	})
})

it('knows the processing gap while the line is as long as its service', () => {
	const gaps = { s: { minutes: 62, from: 20, to: 50 } }
	expect(entriesOf(booked([line]), 'Europe/Berlin', anna, gaps)[0]?.gapAt).toEqual({
		...{ starts: '2026-11-21T09:20:00.000Z', ends: '2026-11-21T09:50:00.000Z' },
	})
	const other = { s: { minutes: 90, from: 20, to: 50 } }
	expect(entriesOf(booked([line]), 'Europe/Berlin', anna, other)[0]?.gapAt).toBeUndefined()
})

it('shows the blocked time of a person as an entry of its own, which has its own address', () => {
	const block = {
		id: 'k',
		employee_id: 'a',
		resource_id: null,
		title: '',
		starts_at: line.starts_at,
		ends_at: line.ends_at,
	}
	const [entry, ...others] = blockEntriesOf([block, { ...block, employee_id: 'b' }], 'Europe/Berlin', anna)
	expect(others).toEqual([])
	expect(entry).toMatchObject({ title: 'Sperrzeit', time: '10:00', until: '11:02', state: 'blocked', movable: true })
	expect(entry && pathOf(entry)).toBe('sperrzeit/k')
	expect(pathOf({ kind: 'appointment', source: 'x' })).toBe('x')
})
