import { expect, it } from 'vitest'
import { closedForAll, entriesOf } from './events.ts'

const people = [{ id: 'a', name: 'Anna' }]

it('makes an entry in wall time of each line of people who are shown', () => {
	const line = {
		position: 1,
		service_name: 'Schnitt',
		employee_id: 'a',
		starts_at: '2026-11-21T09:00:00Z',
		ends_at: '2026-11-21T10:00:00Z',
	}
	const lines = [line, { ...line, position: 2, employee_id: 'b' }]
	const entries = entriesOf([{ id: 'x', state: 'confirmed', contact_name: 'Mia', lines }], 'Europe/Berlin', people)
	expect(entries).toHaveLength(1)
	expect(entries[0]).toMatchObject({
		id: 'x/1',
		from: '2026-11-21T10:00',
		to: '2026-11-21T11:00',
		service: 'Schnitt',
		who: 'Anna',
		movable: true,
	})
})

it('never ends before it begins, even when the clock goes back', () => {
	const line = {
		position: 1,
		service_name: 'Nacht',
		employee_id: 'a',
		starts_at: '2026-10-25T00:30:00Z',
		ends_at: '2026-10-25T01:15:00Z',
	}
	const [entry] = entriesOf([{ id: 'x', state: 'held', contact_name: '', lines: [line] }], 'Europe/Berlin', people)
	expect(entry).toMatchObject({ from: '2026-10-25T02:30', to: '2026-10-25T02:35', title: 'Reserviert', movable: false })
})

it('greys in the week what is closed for everybody', () => {
	const closed = [
		{ person: 'a', from: '2026-11-21T00:00', to: '2026-11-21T09:00', reason: '' },
		{ person: 'b', from: '2026-11-21T00:00', to: '2026-11-21T10:00', reason: 'Urlaub' },
	]
	expect(closedForAll(closed, ['a', 'b'])).toEqual([
		{ person: '', from: '2026-11-21T00:00', to: '2026-11-21T09:00', reason: '' },
	])
})
