import { describe, expect, it } from 'vitest'
import { cancellation, osmAddress, spokenWords, trustWords } from './texts.ts'

describe('texts', () => {
	it('says until when to cancel', () => {
		expect(cancellation(0)).toContain('bis zum Beginn')
		expect([1, 24, 48].map((hours) => /bis (.*) vor/.exec(cancellation(hours))?.[1])).toEqual([
			'eine Stunde',
			'24 Stunden',
			'2 Tage',
		])
	})

	it('names only what the business has said', () => {
		const words = (attributes: string[], more = {}) =>
			trustWords({ hours: 24, byHand: false, attributes, ...more }).map(({ text }) => text)
		expect(words([])).toEqual(['Sofort bestätigt, ohne Konto', 'Bis 24 Std. vorher kostenlos absagen'])
		expect(
			words(['payment:cash', 'language:tr', 'language:xx', 'access:wheelchair'], { byHand: true, hours: 0 }),
		).toEqual([
			...['Bestätigt von Hand, ohne Konto', 'Bis zum Beginn kostenlos absagen', 'Zahlung vor Ort, bar'],
			'Barrierefrei zugänglich',
		])
		expect([spokenWords(['language:tr', 'language:xx']), spokenWords([])]).toEqual(['Deutsch, Türkisch', ''])
		expect(words(['payment:card', 'payment:cash'])).toContain('Zahlung vor Ort, bar oder mit Karte')
	})

	it('links to a map with the place marked', () => {
		expect(osmAddress(52.5, 13.4)).toBe(
			'https://www.openstreetmap.org/?mlat=52.50000&mlon=13.40000#map=17/52.50000/13.40000',
		)
		expect(osmAddress(null, 13.4)).toBeNull()
	})
})
