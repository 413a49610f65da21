import { describe, expect, it } from 'vitest'
import { allowedActions, customerName, type Line, personNames, serviceNames, valueOf } from './appointment.ts'

const ALL = ['book', 'move', 'cancel'] as const
const now = new Date('2026-11-21T10:00:00Z')
const line = (position: number, starts_at: string, ends_at: string): Line => ({
	position,
	service_id: 's',
	service_name: `Leistung ${position}`,
	employee_id: `e${position}`,
	starts_at,
	ends_at,
	price_cents: 1000,
})

describe('allowed actions', () => {
	it('lets a request be answered and moved', () => {
		const actions = allowedActions({ state: 'requested', starts_at: '2026-11-22T10:00:00Z' }, now, ALL)
		expect(actions).toEqual(['cancel', 'change', 'confirm', 'decline', 'edit', 'reschedule'])
	})
	it('offers only what the member has a right to', () => {
		const request = { state: 'requested', starts_at: '2026-11-22T10:00:00Z' } as const
		expect(allowedActions(request, now, ['move'])).toEqual(['change', 'edit', 'reschedule'])
		expect(allowedActions({ ...request, state: 'confirmed', starts_at: '2026-11-21T09:00:00Z' }, now, [])).toEqual([
			'arrive',
			'complete',
			'edit',
			'no_show',
		])
	})
	it('asks for the outcome only once the appointment has begun', () => {
		expect(allowedActions({ state: 'confirmed', starts_at: '2026-11-21T10:01:00Z' }, now, ALL)).not.toContain(
			'complete',
		)
		expect(allowedActions({ state: 'confirmed', starts_at: '2026-11-21T10:00:00Z' }, now, ALL)).toContain('complete')
	})
	it('allows a wrong outcome to be undone', () => {
		expect(allowedActions({ state: 'no_show', starts_at: '2026-11-20T10:00:00Z' }, now, ALL)).toEqual([
			'edit',
			'reopen',
		])
	})
	it('offers to mark who has come from some hours before', () => {
		const coming = (starts_at: string) => allowedActions({ state: 'confirmed', starts_at }, now, ALL).includes('arrive')
		expect([coming('2026-11-21T16:00:00Z'), coming('2026-11-21T16:01:00Z')]).toEqual([true, false])
	})
	it('lets a cancellation be taken back', () => {
		expect(allowedActions({ state: 'cancelled', starts_at: '2026-11-20T10:00:00Z' }, now, ALL)).toEqual(['restore'])
		expect(allowedActions({ state: 'cancelled', starts_at: '2026-11-20T10:00:00Z' }, now, ['move'])).toEqual([])
	})
	it('offers nothing for what is over', () => {
		for (const state of ['held', 'declined', 'expired'] as const) {
			expect(allowedActions({ state, starts_at: '2026-11-20T10:00:00Z' }, now, ALL)).toEqual([])
		}
	})
})

it('values booked appointments, and not those of customers who did not come', () => {
	const worth = (state: 'completed' | 'no_show' | 'cancelled' | 'held', total_cents: number) => ({ state, total_cents })
	expect(
		valueOf([worth('completed', 4500), worth('no_show', 3000), worth('cancelled', 9900), worth('held', 100)]),
	).toBe(4500)
})

it('names who comes, where another one booked', () => {
	expect(customerName({ contact_name: 'Mia', for_name: 'Lena' })).toBe('Mia für Lena')
	expect([customerName({ contact_name: 'Mia' }), customerName({ contact_name: '' })]).toEqual(['Mia', 'Reserviert'])
	expect(customerName({ contact_name: '', proposal: { to: 'Mia' } })).toBe('Vorschlag an Mia')
})

it('names services in order and each person once', () => {
	const lines = [line(2, '', ''), line(1, '', ''), { ...line(3, '', ''), employee_id: 'e1' }]
	expect(serviceNames(lines)).toBe('Leistung 1, Leistung 2, Leistung 3')
	expect(personNames(lines, [{ id: 'e1', name: 'Anna' }])).toBe('Ehemalige Person, Anna')
})
