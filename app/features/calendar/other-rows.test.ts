import { expect, test } from 'vitest'
import { otherRows } from './other-rows.ts'

const names = {
	people: [{ id: 'anna', name: 'Anna' }],
	rooms: [{ id: 'room', name: 'Raum 1' }],
	...{ roomBlocks: true, zone: 'Europe/Berlin', day: '2026-11-24' },
}
const block = {
	...{ id: 'b', employee_id: 'anna', resource_id: null, title: 'Pause', series: null, updated_at: '' },
	...{ starts_at: '2026-11-24T11:00:00Z', ends_at: '2026-11-24T11:30:00Z' },
}
const event = {
	...{ id: 'e', service_id: 's', service_name: 'Yoga', title: '', description: '', employee_id: 'anna' },
	...{ resource_id: 'room', starts_at: '2026-11-24T17:00:00Z', ends_at: '2026-11-24T18:30:00Z', seats: 10, taken: 7 },
	...{ waiting: 2, price_cents: 1500, notice_minutes: null, cancellation_hours: null, series: null, updated_at: '' },
	cancelled_at: null,
}

test('blocked time and courses say when, who and what else there is to know', () => {
	expect(otherRows([block], [event], names)).toMatchObject([
		{
			...{ kind: 'event', name: 'Yoga', time: '18:00–19:30' },
			words: expect.stringMatching(/^7 von 10 Plätze belegt · 2 auf der Warteliste · Anna · Raum 1 · 15,00/) as string,
		},
		{ kind: 'block', name: 'Pause', time: '12:00–12:30', words: 'Anna' },
	])
})

test('what goes on over midnight says what of it is on this day', () => {
	const times = (starts_at: string, ends_at: string) =>
		otherRows([{ ...block, starts_at, ends_at }], [], names)[0]?.time
	expect(times('2026-11-23T11:00:00Z', '2026-11-24T11:30:00Z')).toBe('bis 12:30')
	expect(times('2026-11-24T11:00:00Z', '2026-11-25T11:30:00Z')).toBe('ab 12:00')
	expect(times('2026-11-23T11:00:00Z', '2026-11-25T11:30:00Z')).toBe('ganztägig')
	expect(times('2026-11-24T11:00:00Z', '2026-11-24T23:00:00Z')).toBe('12:00–00:00')
})

test('what is of others, or cancelled, is left out', () => {
	const other = { employee_id: 'ben' }
	expect(
		otherRows(
			[{ ...block, ...other }],
			[
				{ ...event, ...other },
				{ ...event, cancelled_at: 'x' },
			],
			names,
		),
	).toEqual([])
	expect(otherRows([{ ...block, employee_id: null, resource_id: 'room' }], [], names)).toMatchObject([
		{ words: 'Raum 1' },
	])
	const some = { ...names, roomBlocks: false }
	expect(otherRows([{ ...block, employee_id: null, resource_id: 'room' }], [], some)).toEqual([])
	expect(otherRows([], [event], some)[0]?.words).toContain('Raum 1')
})
