import { expect, test } from 'vitest'
import { composeMatching, type MatchingMessage } from './matching-mail.ts'

const order = {
	...{ id: 'w', title: 'Neuer Schnitt', category: 'Friseur', place: 'Köln-Ehrenfeld', distance_km: 1.3, persons: 1 },
	...{ budget_cents: 6000, starts: ['2026-12-01T09:00:00Z'], expires_at: '2026-12-05T09:00:00Z' },
}
const compose = (orders: MatchingMessage['payload']['orders'], total = orders.length) =>
	composeMatching(
		{
			...{ id: 'x', kind: 'order_matching', recipient: 'petra@example.org' },
			payload: { location_id: 'l', location: 'Salon Löwe', time_zone: 'Europe/Berlin', total, orders },
		},
		'https://zeitplatz.example',
	)

test('one order: what, where, and when there is time for it', () => {
	const { subject, text } = compose([order])
	expect(subject).toBe('Gesucht: Neuer Schnitt in Köln-Ehrenfeld')
	expect(text).toContain('https://zeitplatz.example/admin/offers/w?standort=l')
	expect(text).toContain('1,3 km von Ihnen')
	expect(text).toContain('10:00 Uhr')
})

test('several orders: ten of them, and how many more there are', () => {
	const { subject, text } = compose(
		Array.from({ length: 10 }, () => order),
		14,
	)
	expect(subject).toBe('14 Suchaufträge passen zu Ihnen')
	expect(text).toContain('Dazu 4 weitere')
	expect(text).toContain('/admin/offers?standort=l')
})

test('names nothing of an order on health', () => {
	const { subject, text } = compose([
		{ id: 'w', title: '', category: '', place: '', persons: 1, starts: [], expires_at: order.expires_at },
	])
	expect(subject).toBe('Ein Suchauftrag passt zu Ihnen')
	expect(text).not.toContain('Friseur')
})
