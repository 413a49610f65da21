import { describe, expect, it } from 'vitest'
import { visitOf } from './visit.ts'

const service = (id: string, ownCents: number, by: [number, number | null, number | null][], minutes = 30) => ({
	...{ id, name: id, family: '', variant: '', minutes, ownCents, ownFrom: false, by, price: '', duration: '' },
})
const place = {
	employees: [{ id: 'anna' }, { id: 'ben' }],
	services: [
		service('cut', 4500, [
			[0, null, null],
			[1, 4000, 45],
		]),
		service('colour', 9000, [[0, null, null]], 90),
		service('nails', 3000, [[1, null, null]]),
	],
	bundles: [{ services: ['cut', 'colour'], cents: 12_000 }],
}

describe('the visit on the page of a location', () => {
	it('costs and lasts at least what one person who performs all of it needs', () => {
		expect(visitOf(['cut'], place)).toMatchObject({
			price: 'ab 40,00\u00a0€',
			duration: '30 Min.',
			count: '1 Leistung',
		})
		expect(visitOf(['nails', 'cut'], place)).toMatchObject({ price: '70,00\u00a0€', duration: '1 Std. 15 Min.' })
	})

	it('is a chain of people where nobody performs all of it, and a package where one fits', () => {
		expect(visitOf(['colour', 'nails'], place)).toMatchObject({
			price: '120,00\u00a0€',
			duration: '2 Std.',
			count: '2 Leistungen',
		})
		expect(visitOf(['colour', 'cut'], place).price).toBe('120,00\u00a0€')
	})

	it('passes over what the location does not offer', () => {
		expect(visitOf(['gone', 'nails'], place).lines).toHaveLength(1)
	})
})
