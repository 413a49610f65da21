import { describe, expect, it } from 'vitest'
import { folded } from './folded.ts'
import { cityNamed, findPlace, kilometres, misspeltCity, pointPlace } from './places.ts'

const city = (id: number, name: string, population: number) => ({
	id,
	name,
	slug: folded(name),
	latitude: 50,
	longitude: 10,
	population,
})
const CITIES = [
	city(1, 'Berlin', 3_400_000),
	city(2, 'Köln', 960_000),
	city(3, 'Frankfurt am Main', 650_000),
	city(4, 'Frankfurt (Oder)', 60_000),
	city(5, 'Bergheim', 60_000),
]
const DISTRICTS = [
	{ name: 'Kreuzberg', slug: 'kreuzberg', city_id: 1, latitude: 52.5, longitude: 13.4 },
	{ name: 'Ehrenfeld', slug: 'ehrenfeld', city_id: 2, latitude: 50.9, longitude: 6.9 },
	{ name: 'Mitte', slug: 'mitte', city_id: 2, latitude: 50.9, longitude: 6.9 },
	{ name: 'Mitte', slug: 'mitte', city_id: 1, latitude: 52.5, longitude: 13.4 },
]
const label = (text: string) => findPlace(text, CITIES, DISTRICTS)?.label

describe('cityNamed', () => {
	it('finds a city in any spelling, but not by a part of its name', () => {
		const slug = (text: string) => cityNamed(text, CITIES)?.slug
		expect(['berlin', 'Berlin', 'köln', 'KÖLN', 'Koeln', 'Frankfurt am Main'].map(slug)).toEqual([
			...['berlin', 'berlin', 'koeln', 'koeln', 'koeln', 'frankfurt-am-main'],
		])
		expect(['frankfurt', 'berl', '', 'atlantis'].map(slug)).toEqual([undefined, undefined, undefined, undefined])
	})
})

describe('findPlace', () => {
	it('finds cities however they are typed', () => {
		expect([label('Berlin'), label(' berlin '), label('KOELN'), label('köln')]).toEqual([
			'Berlin',
			'Berlin',
			'Köln',
			'Köln',
		])
		expect([label('Frankfurt'), label('frankfurt oder'), label('Berl')]).toEqual([
			'Frankfurt am Main',
			'Frankfurt (Oder)',
			'Berlin',
		])
	})

	it('finds districts, alone and with their city', () => {
		expect([label('Kreuzberg'), label('Mitte'), label('Köln Mitte'), label('Ehrenfeld, Köln')]).toEqual([
			'Kreuzberg, Berlin',
			'Mitte, Berlin',
			'Mitte, Köln',
			'Ehrenfeld, Köln',
		])
	})

	it('does not guess wildly', () => {
		expect([label(''), label('x'), label('be'), label('Atlantis'), label('%_')]).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
		])
	})

	it('tolerates a typing error', () => {
		const name = (text: string) => misspeltCity(text, CITIES)?.name
		expect([name('Belrin'), name('Bergheln'), name('Kölln'), name('Atlantis'), name('')]).toEqual([
			'Berlin',
			'Bergheim',
			'Köln',
			undefined,
			undefined,
		])
	})

	it('assigns a point to its nearest city', () => {
		const near = { ...city(6, 'Nahe', 5000), latitude: 52.5, longitude: 13.3 }
		const point = { latitude: 52.52, longitude: 13.4 }
		expect(pointPlace(point, 'In meiner Nähe', [...CITIES, near])).toMatchObject({
			...{ kind: 'point', label: 'In meiner Nähe', citySlug: 'nahe', ...point },
		})
		expect(kilometres(point, near)).toBeCloseTo(7.1, 1)
	})
})
