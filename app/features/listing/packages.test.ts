import { expect, test } from 'vitest'
import { listPackages } from './packages.ts'

const part = { minutes: 30, priceFrom: false, byPhone: false }
const services = [
	{ ...part, id: 'a', name: 'Schnitt', priceCents: 4500 },
	{ ...part, id: 'b', name: 'Farbe', priceCents: 9000 },
	{ ...part, id: 'c', name: 'Nägel', priceCents: 3000, byPhone: true },
	{ ...part, id: 'd', name: 'Pony', priceCents: 1000, priceFrom: true },
]
const sold = (ids: string[], cents = 9900) => ({
	id: 'p',
	name: 'Rundum',
	description: '',
	cents,
	services: ids,
	active: true,
})

test('a package is listed with its services in order, its duration and what they cost one by one', () => {
	expect(listPackages([sold(['b', 'a'])], services)).toMatchObject([
		{ parts: 'Farbe + Schnitt', duration: '1 Std.', price: '99,00\u00a0€', single: '135,00\u00a0€' },
	])
})

test('one whose services cannot all be booked online is left out, and only what is true is compared', () => {
	expect(listPackages([sold(['a', 'c']), sold(['a', 'x'])], services)).toEqual([])
	expect(listPackages([sold(['a', 'd']), sold(['a', 'b'], 20_000)], services).map(({ single }) => single)).toEqual([
		undefined,
		undefined,
	])
})
