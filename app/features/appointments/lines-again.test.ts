import { expect, it } from 'vitest'
import type { Line } from './appointment.ts'
import { linesAgain } from './lines-again.ts'

const stored = (position: number, service_id: string, employee_id: string): Line => ({
	...{ position, service_id, employee_id, service_name: service_id, price_cents: 4500 },
	...{ starts_at: '2026-11-24T09:00:00Z', ends_at: '2026-11-24T09:45:00Z' },
})
const typed = (service: string, person: string, minutes = '45', price = '45,00') => ({
	...{ origin: '1', service, person, minutes, price, room: '' },
})

it('finds for each earlier line the stored one that it became, by service and then by person', () => {
	const now = [stored(1, 'cut', 'ben'), stored(2, 'cut', 'anna')]
	expect(linesAgain([typed('cut', 'anna'), typed('cut', 'cem')], now, true)).toMatchObject([
		{ origin: 2, employee: 'anna', price: 4500 },
		{ origin: 1, employee: 'cem' },
	])
})

it('makes a line anew that is gone, and asks for no price without the right to', () => {
	expect(linesAgain([typed('colour', 'anna', '90', '80,50')], [stored(1, 'cut', 'anna')], true)).toEqual([
		{ service: 'colour', employee: 'anna', minutes: 90, price: 8050, origin: null, resource: null },
	])
	expect(linesAgain([typed('cut', 'anna', '')], [stored(1, 'cut', 'anna')], false)).toMatchObject([
		{ minutes: null, price: null, origin: 1 },
	])
})
