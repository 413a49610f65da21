import { expect, test } from 'vitest'
import { billState, proofOf } from './words.ts'

const bill = { type: 380, state: 'issued' as const, due_on: '2027-01-17' }

test.each([
	[bill, '2027-01-17', 'Offen'],
	[bill, '2027-01-18', 'Überfällig'],
	[{ ...bill, state: 'paid' as const }, '2027-02-18', 'Bezahlt'],
	[{ ...bill, state: 'reversed' as const }, '2027-02-18', 'Storniert'],
	[{ ...bill, type: 384 }, '2027-02-18', 'Storno'],
])('%o on %s is %s', (given, today, label) => expect(billState(given, today).label).toBe(label))

test('the proof names the way, the times and what was compared', () => {
	const at = '2027-01-10T11:00:00Z'
	const facts = proofOf({
		...{
			rule: 1,
			origin: 'marketplace',
			source: 'web',
			booked_at: at,
			brought_at: at,
			starts_at: at,
			completed_at: at,
		},
		compared: { mail: true, phone: false, account: true },
		found: { cards: 0 },
	})
	expect(Object.fromEntries(facts)).toMatchObject({
		'Gekommen über': 'unsere Suche',
		Gebucht: 'So., 10. Jan. 2027, auf der Website',
		Verglichen: 'E-Mail-Adresse, Konto',
		Regel: 'Fassung 1',
	})
})
