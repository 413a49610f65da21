import { describe, expect, it } from 'vitest'
import { formatDistance, type SearchRow, toCard } from './card.ts'

const ROW: SearchRow = {
	...{
		id: 'l1',
		slug: 'salon',
		name: 'Salon',
		street: 'Weg 1',
		postal_code: '10115',
		city: 'Berlin',
		district: 'Mitte',
		latitude: 52.5,
		longitude: 13.4,
	},
	...{ distance_km: 1.25, rating_average: 4.75, rating_count: 12, image: null, cursor: null },
	time_zone: 'Europe/Berlin',
	services: [{ id: 's1', name: 'Schnitt', duration_minutes: 45, price_cents: 4500, price_from: true, category_id: 1 }],
	next_starts: [{ starts_at: '2026-11-23T16:30:00+00:00', service_id: 's1', employee_id: 'e1' }],
}
const NOW = new Date('2026-11-23T09:00:00Z')

describe('toCard', () => {
	it('formats every text in the zone of the place', () => {
		const card = toCard(ROW, { icon: 'hands', hue: 160 }, NOW)
		expect(card.place).toBe('1,3 km · Mitte, Berlin')
		expect(card.services[0]).toEqual({ id: 's1', name: 'Schnitt', duration: '45 Min.', price: 'ab 45,00\u00a0€' })
		expect(card.starts).toEqual([
			{
				label: 'heute 17:30',
				today: true,
				action: '/listings/salon/booking?service=s1&employee=e1&von=marktplatz',
				start: '2026-11-23T16:30:00.000Z',
			},
		])
	})

	it('says on a pin the first free time and the price, or the lowest price', () => {
		const pin = (starts_at?: string, price_cents = 4500) =>
			toCard(
				{
					...ROW,
					services: (ROW.services ?? []).map((service) => ({ ...service, price_cents })),
					next_starts: starts_at ? [{ starts_at, service_id: 's1', employee_id: 'e1' }] : null,
				},
				{ icon: 'hands', hue: 160 },
				NOW,
			).pin
		expect(pin('2026-11-23T16:30:00+00:00')).toEqual({ time: '17:30', price: '45\u00a0€' })
		expect(pin('2026-11-24T08:15:00+00:00', 4550)).toEqual({ time: 'morgen 09:15', price: '45,50\u00a0€' })
		expect(pin('2026-11-27T08:00:00+00:00').time).toBe('Fr. 09:00')
		expect(pin('2026-12-04T08:00:00+00:00').time).toBe('Fr., 4. Dez.')
		expect(pin()).toEqual({ time: '', price: 'ab 45\u00a0€' })
	})

	it('names the zone of a place outside German time, and shows its times in that zone', () => {
		const card = toCard({ ...ROW, time_zone: 'Europe/Lisbon' }, { icon: 'hands', hue: 160 }, NOW)
		expect([card.starts[0]?.label, card.zone]).toEqual(['heute 16:30', 'Ortszeit: Westeuropäische Normalzeit'])
		expect(toCard(ROW, { icon: 'hands', hue: 160 }, NOW).zone).toBeNull()
	})

	it('names the service that the starts are for, and lists it first', () => {
		const beard = { id: 's2', name: 'Bart', duration_minutes: 20, price_cents: 1650, category_id: 1 }
		const starts = ROW.next_starts?.map((start) => ({ ...start, service_id: 's2' })) ?? null
		const row = { ...ROW, services: [...(ROW.services ?? []), beard], next_starts: starts }
		const card = toCard(row, { icon: 'hands', hue: 160 }, NOW)
		expect(card.services.map(({ name }) => name)).toEqual(['Bart', 'Schnitt'])
		expect(card.startsFor).toBe('Bart')
		expect(card.starts[0]?.action).toContain('service=s2')
	})

	it('leaves out missing facts', () => {
		const card = toCard(
			{ ...ROW, distance_km: null, district: 'Berlin', rating_count: 0, services: null, next_starts: null },
			{ icon: 'x', hue: 0 },
			NOW,
		)
		expect(card).toMatchObject({ place: 'Berlin', rating: null, services: [], starts: [] })
	})
})

describe('formats', () => {
	it('are short', () => {
		expect([0, 0.42, 0.96, 1.25, 12.4].map(formatDistance)).toEqual(['100 m', '400 m', '1 km', '1,3 km', '12 km'])
	})
})
