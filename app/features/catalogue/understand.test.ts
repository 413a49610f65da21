import { describe, expect, it } from 'vitest'
import type { Category } from './category.ts'
import type { City, District } from './places.ts'
import { understandWords } from './understand.ts'

const city = (id: number, name: string, slug: string, population: number): City => ({
	...{ id, name, slug, population, latitude: 50, longitude: 10 },
})
const category = (id: number, slug: string, name: string, synonyms: string[]): Category => ({
	...{ id, slug, name, synonyms, parent_id: null, icon: '', description: '', hue: 0, position: id },
})
const cities = [
	city(1, 'Berlin', 'berlin', 3_600_000),
	city(2, 'Köln', 'koeln', 1_000_000),
	city(3, 'Frankfurt am Main', 'frankfurt-am-main', 700_000),
	city(4, 'Mölln', 'moelln', 19_000),
	city(5, 'Haar', 'haar', 20_000),
]
const districts: District[] = [{ name: 'Kreuzberg', slug: 'kreuzberg', city_id: 1, latitude: 52, longitude: 13 }]
const categories = [
	category(1, 'friseur', 'Friseur', ['Frisör', 'Haare schneiden']),
	category(2, 'massage', 'Massage', []),
	category(3, 'reifenwechsel', 'Reifenwechsel', ['Räderwechsel']),
]

function meaning(what: string, where = '') {
	const found = understandWords({ what, where }, { cities, districts, categories })
	return [found.category?.slug ?? found.text, found.place?.label ?? found.postalCode ?? '']
}

describe('understandWords', () => {
	it('finds the place in the field "Was"', () => {
		expect(meaning('Friseur in Berlin')).toEqual(['friseur', 'Berlin'])
		expect(meaning('Friseur Frankfurt am Main')).toEqual(['friseur', 'Frankfurt am Main'])
		expect(meaning('Berlin Massage')).toEqual(['massage', 'Berlin'])
		expect(meaning('Massage Berlin Kreuzberg')).toEqual(['massage', 'Kreuzberg, Berlin'])
		expect(meaning('Köln')).toEqual(['', 'Köln'])
		expect(meaning('10115')).toEqual(['', '10115'])
		expect(meaning('Friseur in 10115')).toEqual(['friseur', '10115'])
		expect(meaning('Politur e9347919')).toEqual(['Politur e9347919', ''])
		expect(meaning('Balayage Berlin')).toEqual(['Balayage', 'Berlin'])
	})

	it('tolerates typing errors and other spellings', () => {
		expect(meaning('Frisör Kölln')).toEqual(['friseur', 'Köln'])
		expect(meaning('Masage', 'Belrin')).toEqual(['massage', 'Berlin'])
		expect(meaning('reifenwecsel in koeln')).toEqual(['reifenwechsel', 'Köln'])
		expect(understandWords({ what: '', where: 'Belrin' }, { cities, districts, categories }).misspelt).toBe('Belrin')
	})

	it('leaves names of businesses unchanged', () => {
		expect(meaning('Salon Anna')).toEqual(['Salon Anna', ''])
		expect(meaning('Haar')).toEqual(['Haar', ''])
		expect(meaning('Kölner Salon')).toEqual(['Kölner Salon', ''])
		expect(meaning('Wort', 'Nirgendheim')).toEqual(['Wort', ''])
		expect(meaning('')).toEqual(['', ''])
	})
})
