import { describe, expect, it } from 'vitest'
import { cancellation, osmAddress } from './texts.ts'

describe('texts', () => {
	it('says until when to cancel', () => {
		expect(cancellation(0)).toContain('bis zum Beginn')
		expect([1, 24, 48].map((hours) => /bis (.*) vor/.exec(cancellation(hours))?.[1])).toEqual([
			'eine Stunde',
			'24 Stunden',
			'2 Tage',
		])
	})

	it('links to a map with the place marked', () => {
		expect(osmAddress(52.5, 13.4)).toBe(
			'https://www.openstreetmap.org/?mlat=52.50000&mlon=13.40000#map=17/52.50000/13.40000',
		)
		expect(osmAddress(null, 13.4)).toBeNull()
	})
})
