import { expect, it } from 'vitest'
import type { Block } from '#app/features/blocks/block.ts'
import type { RosterDay } from '#app/features/calendar/roster.contracts.ts'
import { lanesOf } from './lanes.ts'

const zone = 'Europe/Berlin'
const [anna, ben, cem] = ['anna', 'ben', 'cem'].map((id) => ({ id, name: id, color: '#235789' }))
const at = (time: string): string => new Date(`2026-11-24T${time}:00+01:00`).toISOString()

const row = (person: string, work: [number, number][], reason?: string): RosterDay => ({
	...{ employee_id: person, day: '2026-11-24', begins: at('00:00'), work, taken: [], appointments: 0, begun: 0 },
	absences: reason === undefined ? [] : [{ reason, everyone: false }],
})
const nine = 9 * 60
const day: [number, number][] = [
	[nine, 13 * 60],
	[14 * 60, 18 * 60],
]

function visit(name: string, person: string, from: string, to: string, changes: object = {}) {
	const line = { position: 1, service_id: 's', service_name: 'Schnitt', employee_id: person, price_cents: 0 }
	return {
		...{ id: name, state: 'confirmed' as const, contact_name: name, for_name: '', arrived_at: null },
		...{ lines: [{ ...line, starts_at: at(from), ends_at: at(to) }], ...changes },
	}
}

const lanes = (input: Partial<Parameters<typeof lanesOf>[0]>, time: string) =>
	lanesOf({
		...{ people: [anna, ben, cem].flatMap((one) => one ?? []), rows: [row('anna', day)], appointments: [] },
		...{ blocks: [], events: [], zone, now: Date.parse(at(time)), ...input },
	})

it('names who is served now and who comes next, half-open as all times', () => {
	const appointments = [
		visit('Nina', 'anna', '11:00', '11:30', { arrived_at: at('10:50') }),
		visit('Jana', 'anna', '10:00', '11:00'),
		visit('Olga', 'ben', '10:00', '11:00'),
	]
	const [before] = lanes({ appointments }, '10:59').lanes
	expect(before?.now).toMatchObject([{ name: 'Jana', words: 'Schnitt', until: '11:00', here: false }])
	expect(before?.next).toMatchObject({ name: 'Nina', time: '11:00', here: true })
	const [after] = lanes({ appointments }, '11:00').lanes
	expect(after?.now.map(({ name }) => name)).toEqual(['Nina'])
	expect(after?.next).toBeUndefined()
})

it('leaves out what is over, cancelled or not a customer', () => {
	const block: Block = {
		...{ id: 'b', employee_id: 'anna', resource_id: null, title: 'Pause', series: null, updated_at: '' },
		...{ starts_at: at('10:30'), ends_at: at('11:00') },
	}
	const appointments = [
		visit('Fertig', 'anna', '10:00', '11:00', { state: 'completed' }),
		visit('Weg', 'anna', '10:00', '11:00', { state: 'no_show' }),
	]
	const [lane] = lanes({ appointments, blocks: [block] }, '10:15').lanes
	expect(lane).toMatchObject({ now: [], idle: 'frei bis 10:30' })
	expect(lane?.next).toBeUndefined()
	const [later] = lanes({ blocks: [block] }, '10:45').lanes
	expect(later).toMatchObject({ now: [{ kind: 'block', name: 'Pause', until: '11:00' }], idle: '' })
})

it.each([
	['08:00', 'kommt um 09:00'],
	['12:00', 'frei bis 13:00'],
	['13:30', 'Pause bis 14:00'],
])('at %s says %s', (time, words) => {
	expect(lanes({}, time).lanes[0]?.idle).toBe(words)
})

it('at the end of the day names who is done, but not who is booked later', () => {
	expect(lanes({}, '19:00')).toEqual({ lanes: [], done: ['anna'], away: [] })
	const late = lanes({ appointments: [visit('Lena', 'anna', '19:30', '20:00')] }, '19:00')
	expect(late.done).toEqual([])
	expect(late.lanes[0]).toMatchObject({ idle: 'Feierabend', next: { name: 'Lena' } })
})

it('names who is away, but keeps the lane of whoever is booked all the same', () => {
	const rows = [row('anna', []), row('ben', [], 'Urlaub'), row('cem', [], 'krank')]
	const found = lanes({ rows, appointments: [visit('Jana', 'cem', '10:00', '11:00')] }, '10:15')
	expect(found.away).toEqual([
		{ name: 'anna', reason: '' },
		{ name: 'ben', reason: 'Urlaub' },
	])
	expect(found.lanes.map(({ person }) => person.name)).toEqual(['cem'])
	expect(lanes({ rows, appointments: [visit('Jana', 'cem', '10:00', '11:00')] }, '09:00').lanes[0]?.idle).toBe(
		'abwesend',
	)
})
