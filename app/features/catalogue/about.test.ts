import { describe, expect, it } from 'vitest'
import { aboutResults, type Found } from './about.ts'
import type { Category } from './category.ts'
import type { GeoPlace } from './places.ts'

const place: GeoPlace = {
	...{ kind: 'city', label: 'Köln', cityId: 1, citySlug: 'koeln', cityName: 'Köln', latitude: 50, longitude: 7 },
}
const category = { id: 1, parent_id: null, slug: 'friseur', name: 'Friseur', synonyms: [] } as unknown as Category
const found: Found = {
	total: 12,
	districts: ['Nippes', 'Ehrenfeld', 'Nippes', 'Köln', '', 'Deutz', 'Kalk', 'Porz'],
	services: [
		{ name: 'Färben', price_cents: 5900 },
		{ name: 'Schnitt', price_cents: 3000 },
		{ name: 'Schnitt', price_cents: 4500 },
	],
	next: { label: 'heute 17:30', name: 'Haarraum' },
}

describe('aboutResults', () => {
	it('says how many, where, for how much and when', () => {
		expect(aboutResults(found, place, category)).toEqual([
			'In Köln bieten 12 Unternehmen Termine für Friseur online an, unter anderem in Nippes, Ehrenfeld, Deutz und Kalk.',
			'Typische Leistungen und Preise: Schnitt 30,00\u00a0€ bis 45,00\u00a0€; Färben 59,00\u00a0€.',
			'Der nächste freie Termin: heute 17:30 bei Haarraum.',
		])
	})

	it('leaves out unknown facts', () => {
		const one: Found = { total: 1, districts: ['Nippes'], services: [] }
		expect(aboutResults(one, place, undefined)).toEqual([
			'In Köln bietet ein Unternehmen Termine online an, in Nippes.',
		])
		expect(aboutResults({ ...one, total: 0 }, place, category)).toEqual([])
	})
})
