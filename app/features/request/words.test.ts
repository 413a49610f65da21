import { expect, test } from 'vitest'
import { movedOn, widerThan } from './extending.ts'
import type { Offer } from './request.contracts.ts'
import { readSort, sorted } from './sorts.ts'
import { reducedText } from './view.ts'

const window = { first: '2026-11-27', last: '2026-11-27', weekdays: [5], from: 1020, to: 1200 }

test('extending moves what is over by whole weeks and leaves the rest', () => {
	const now = new Date('2026-12-01T12:00:00Z')
	const later = { ...window, first: '2026-12-05', last: '2026-12-06' }
	expect(movedOn([window, later], now)).toEqual([{ ...window, first: '2026-12-04', last: '2026-12-04' }, later])
	expect(widerThan(10)).toEqual([20, 30, 50])
})

test('offers that can be accepted come first; ties go by what fits, never by when they came', () => {
	const offer = (id: string, changes: object): Offer =>
		({
			...{ id, state: 'live', price_cents: 5000, points: 0.5, distance_km: 1, starts: [], sent_at: id },
			...{ location: { rating_average: 4 } },
			...changes,
		}) as unknown as Offer
	const offers = [offer('a', { state: 'expired', points: 1 }), offer('b', {}), offer('c', { points: 0.9 })]
	const ids = (list: Offer[]): string => list.map(({ id }) => id).join('')
	expect(ids(sorted(offers, 'fit'))).toBe('cba')
	expect(ids(sorted(offers, 'price'))).toBe('cba')
	expect(ids(sorted([...offers, offer('d', { price_cents: 4000, points: 0 })], 'price'))).toBe('dcba')
	expect(readSort('toString')).toBe('fit')
	expect(readSort('price')).toBe('price')
})

test('a reduction is named only where it is one, and never rounded up', () => {
	const from = (reference_cents: number | null) => reducedText({ price_cents: 3600, reference_cents })
	expect(from(4500)).toBe('−20 % gegenüber 45,00\u00a0€, dem niedrigsten Preis der letzten 30 Tage')
	expect(from(4537)).toMatch(/^−20 %/)
	for (const none of [null, 3600, 3601]) expect(from(none)).toBe('')
})
