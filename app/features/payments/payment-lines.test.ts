import { expect, it } from 'vitest'
import { csvOf } from '#app/lib/csv.ts'
import type { ListedPayment } from './admin.contracts.ts'
import { paymentLines } from './payment-lines.ts'

const id = 'dddddddd-0000-4000-8000-000000000001'
const payment: ListedPayment = {
	...{ id, description: 'Anzahlung, Buchung DDDD-DDDD-0000', kind: 'deposit', test: true, state: 'paid' },
	...{ amount_cents: 900, captured_cents: 900, refunding_cents: 0, refunded_cents: 250, fee_cents: 0 },
	...{ created_at: '2026-11-27T11:30:00Z', paid_at: '2026-11-27T23:30:00Z', location_id: 'ort', check: false },
	appointment: { id, state: 'confirmed', starts_at: '2026-12-01T09:00:00Z', name: '=1+1' },
}

it('writes a line for each payment, a trial as one, and no formula', () => {
	const text = csvOf(
		paymentLines(
			[payment, { ...payment, test: false, check: true, appointment: null }],
			new Map([['ort', 'Mitte']]),
			'Europe/Berlin',
		),
	)
	expect(text.startsWith('\uFEFFTest;Tag;Zeit;')).toBe(true)
	expect(text.split('\r\n').slice(1, 3)).toEqual([
		"TEST;27.11.2026;12:30;Anzahlung;DDDD-DDDD-0000;'=1+1;01.12.2026;Mitte;9,00;28.11.2026;9,00;0,00;2,50;0,00;Teilweise erstattet",
		';27.11.2026;12:30;Anzahlung;DDDD-DDDD-0000;;;Mitte;9,00;28.11.2026;9,00;0,00;2,50;0,00;Zahlung prüfen',
	])
})
