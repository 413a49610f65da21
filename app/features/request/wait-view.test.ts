import { expect, test } from 'vitest'
import type { Request } from './request.contracts.ts'
import { waitStageOf, waitView } from './wait-view.ts'

const NOW = new Date('2026-11-26T10:00:00Z')
const waiting: NonNullable<Request['waiting']> = {
	location: { slug: 'loewe', name: 'Salon Löwe', time_zone: 'Europe/Berlin', phone: '', mode: 'automatic' },
	services: [{ id: '00000000-0000-4000-8000-000000000001', name: 'Haarschnitt' }],
	...{ employee: null, before: 2, short_notice: false, paused: false, replaces: null, free: [] },
}
const offer: Request['offers'][number] = {
	...{ id: '00000000-0000-4000-8000-000000000002', state: 'live', price_cents: 4500, reference_cents: null, text: '' },
	...{ sent_at: '2026-11-26T09:00:00Z', expires_at: '2026-11-26T13:00:00Z', reason: '', points: 1, distance_km: 0 },
	...{ cancellation_hours: 12, services: null, employee: null },
	starts: [
		{
			position: 1,
			starts_at: '2026-11-27T09:00:00Z',
			ends_at: '2026-11-27T10:00:00Z',
			employee: 'Anna',
			outside: false,
			kept: true,
		},
	],
	location: {
		...{ id: '00000000-0000-4000-8000-000000000003', slug: 'loewe', name: 'Salon Löwe', city: 'Berlin' },
		...{ time_zone: 'Europe/Berlin', published: true, rating_average: 0, rating_count: 0, image: null },
		small_business: false,
	},
}
const wish = (more: Partial<Request>): Request => ({
	...{ id: '00000000-0000-4000-8000-000000000004', scope: 'own', state: 'open', category: null, secret: false },
	...{ title: 'Haarschnitt', text: '', persons: 1, place: 'Berlin', radius_km: 1, windows: [], budget_cents: null },
	...{ version: 1, created_at: '', submitted_at: '2026-11-26T08:00:00Z', confirmed_at: '2026-11-26T08:10:00Z' },
	...{ expires_at: '2026-12-16T10:00:00Z', extended: 0, closed_at: null, closed_reason: '', kind: 'waitlist', waiting },
	...{ found: null, contact: null, asked: null, offers: [], appointment: null, messages: 0 },
	...more,
})

test('a place is offered a time, pauses or waits, whatever was offered before', () => {
	expect(waitStageOf(wish({ state: 'draft', confirmed_at: null }))).toBe('unconfirmed')
	expect(waitStageOf(wish({}))).toBe('waiting')
	expect(waitStageOf(wish({ offers: [{ ...offer, state: 'declined' }] }))).toBe('waiting')
	expect(waitStageOf(wish({ offers: [{ ...offer, state: 'expired' }, offer] }))).toBe('offered')
	expect(waitStageOf(wish({ waiting: { ...waiting, paused: true } }))).toBe('paused')
	expect(waitStageOf(wish({ waiting: { ...waiting, paused: true }, offers: [offer] }))).toBe('offered')
	expect(waitStageOf(wish({ state: 'expired' }))).toBe('expired')
})

test('what was offered before keeps its fate and what of it is free', () => {
	const past = { ...offer, state: 'expired' as const }
	const { past: shown, offer: live } = waitView(
		wish({ offers: [past] }),
		waiting,
		NOW,
		new Map([[past.id, past.starts]]),
	)
	expect(live).toBeUndefined()
	expect(shown).toEqual([
		expect.objectContaining({
			when: 'Fr., 27. Nov., 10:00–11:00 Uhr',
			became: 'nicht beantwortet',
			again: [expect.anything()],
		}),
	])
})

test('times that are kept for nobody lead to the booking, but not where an appointment would move', () => {
	const free = ['2026-11-26T14:00:00Z']
	const [one] = waitView(wish({}), { ...waiting, free }, NOW, new Map()).free
	expect(one?.words).toBe('heute 15:00 Uhr')
	expect(one?.href).toContain('/listings/loewe/booking?service=')
	const replaces = '2026-12-01T09:00:00Z'
	const moving = waitView(wish({}), { ...waiting, free, replaces }, NOW, new Map())
	expect(moving.free[0]?.href).toBeUndefined()
	expect(moving.replaces).toBe('Di., 1. Dez. 2026, 10:00 Uhr')
})
