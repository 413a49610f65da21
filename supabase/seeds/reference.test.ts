import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readReferenceData } from './reference.ts'

const data = readReferenceData()
const citiesBySlug = new Map(data.cities.map((city) => [city.slug, city]))
const names = JSON.parse(readFileSync(new URL('data/names.json', import.meta.url), 'utf8')) as {
	demoCities: string[]
	categories: Record<string, { reviewGroup: string }>
	reviews: Record<string, unknown[]>
}

describe('cities', () => {
	test.each([
		['berlin', 'Berlin', 'BE', 52.52, 13.41],
		['muenchen', 'München', 'BY', 48.14, 11.58],
		['koeln', 'Köln', 'NW', 50.93, 6.95],
		['frankfurt-am-main', 'Frankfurt am Main', 'HE', 50.11, 8.68],
		['frankfurt-oder', 'Frankfurt (Oder)', 'BB', 52.34, 14.55],
		['halle-saale', 'Halle (Saale)', 'ST', 51.48, 11.97],
		['muelheim-an-der-ruhr', 'Mülheim an der Ruhr', 'NW', 51.43, 6.88],
		['offenbach-am-main', 'Offenbach am Main', 'HE', 50.1, 8.76],
		['muenster', 'Münster', 'NW', 51.96, 7.63],
	])('%s is %s', (slug, name, state, latitude, longitude) => {
		const city = citiesBySlug.get(slug)
		expect(city).toMatchObject({ name, state_code: state })
		expect(city?.latitude).toBeCloseTo(latitude, 1)
		expect(city?.longitude).toBeCloseTo(longitude, 1)
	})

	test('cover Germany with unique slugs and German names', () => {
		expect(data.cities.length).toBeGreaterThanOrEqual(2500)
		expect(citiesBySlug.size).toBe(data.cities.length)
		expect(data.cities.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([])
		expect(data.cities.map(({ name }) => name)).not.toContain('Munich')
		const states = new Set(data.federal_states.map(({ code }) => code))
		expect(states.size).toBe(16)
		expect(new Set(data.cities.map((city) => city.state_code))).toEqual(states)
		expect([...data.cities, ...data.districts, ...data.postal_codes].filter((point) => !inGermany(point))).toEqual([])
	})

	test('have districts with one slug each', () => {
		const berlin = citiesBySlug.get('berlin')
		expect(data.districts).toContainEqual(expect.objectContaining({ city_id: berlin?.id, slug: 'kreuzberg' }))
		expect(new Set(data.districts.map(({ id }) => id)).size).toBe(data.districts.length)
		expect(new Set(data.districts.map(({ city_id, slug }) => `${city_id} ${slug}`)).size).toBe(data.districts.length)
	})
})

describe('postal codes', () => {
	test.each([
		['10999', 'berlin', 52.498, 13.403],
		['80331', 'muenchen', 48.138, 11.579],
		['48143', 'muenster', 51.96, 7.63],
		['15230', 'frankfurt-oder', 52.35, 14.55],
		['79098', 'freiburg-im-breisgau', 48.0, 7.85],
	])('%s is in %s', (code, slug, latitude, longitude) => {
		const row = data.postal_codes.find((postal) => postal.code === code)
		expect(row?.city_id).toBe(citiesBySlug.get(slug)?.id)
		expect(row?.latitude).toBeCloseTo(latitude, 1)
		expect(row?.longitude).toBeCloseTo(longitude, 1)
	})

	test('are complete', () => {
		expect(data.postal_codes.length).toBeGreaterThanOrEqual(8000)
		expect(data.postal_codes.filter(({ latitude, longitude }) => !Number.isFinite(latitude + longitude))).toEqual([])
		expect(data.postal_codes.filter(({ code }) => !/^\d{5}$/.test(code))).toEqual([])
	})
})

describe('categories', () => {
	const parents = data.categories.filter(({ parent_id }) => parent_id === null)
	const children = data.categories.filter(({ parent_id }) => parent_id !== null)

	test('have two levels and unique slugs', () => {
		expect(parents.length).toBeGreaterThanOrEqual(14)
		for (const parent of parents)
			expect(children.filter((child) => child.parent_id === parent.id).length).toBeGreaterThanOrEqual(6)
		expect(new Set(data.categories.map(({ slug }) => slug)).size).toBe(data.categories.length)
		expect(new Set(data.categories.map(({ id }) => id)).size).toBe(data.categories.length)
	})

	test('describe themselves in 100 to 180 characters', () => {
		expect(data.categories.filter(({ description }) => description.length < 100 || description.length > 180)).toEqual(
			[],
		)
	})

	test('have templates whose processing gap is within the service', () => {
		expect(children.filter(({ service_templates }) => service_templates.length < 3)).toEqual([])
		const templates = children.flatMap(({ service_templates }) => service_templates)
		const wrong = templates.filter(({ minutes, priceCents, processing }) => {
			const end = processing ? processing.startMinute + processing.minutes : 0
			return minutes % 5 !== 0 || !Number.isInteger(priceCents) || end >= minutes
		})
		expect(wrong).toEqual([])
	})

	test('are marked as secret for health, and without withdrawal for leisure', () => {
		const flags = (slug: string) => data.categories.find((category) => category.slug === slug)
		expect(flags('podologie')).toMatchObject({ secret: true })
		expect(flags('physiotherapie')).toMatchObject({ secret: true })
		expect(flags('damenhaarschnitt')).toMatchObject({ secret: false, withdrawal: true })
		expect(flags('private-spa')).toMatchObject({ withdrawal: false })
		// Treatments have no right of withdrawal (§ 312 II no. 7 BGB); courses and advice of the same trades do.
		for (const slug of ['krankengymnastik', 'osteopathie', 'zahnreinigung', 'logopaedie'])
			expect(flags(slug)).toMatchObject({ slug, withdrawal: false })
		for (const slug of ['rueckenschule', 'ernaehrungsberatung'])
			expect(flags(slug)).toMatchObject({ slug, withdrawal: true })
	})

	test('have words for the demo', () => {
		expect(names.demoCities.filter((slug) => !citiesBySlug.has(slug))).toEqual([])
		expect(Object.keys(names.categories).sort()).toEqual(parents.map(({ slug }) => slug).sort())
		for (const { reviewGroup } of Object.values(names.categories)) expect(names.reviews).toHaveProperty(reviewGroup)
	})
})

describe('public holidays', () => {
	test.each([
		['BY', '2026-04-03', 'Karfreitag'],
		['SN', '2026-11-18', 'Buß- und Bettag'],
		['BE', '2027-03-08', 'Weltfrauentag'],
		['TH', '2035-12-26', '2. Weihnachtstag'],
	])('%s on %s: %s', (state_code, date, name) => {
		expect(data.public_holidays).toContainEqual({ state_code, date, name })
	})

	test('differ by state and are unique', () => {
		const keys = data.public_holidays.map(({ state_code, date }) => `${state_code} ${date}`)
		expect(new Set(keys).size).toBe(keys.length)
		expect(keys).not.toContain('BE 2026-11-01')
		expect(keys).toContain('BY 2026-11-01')
	})
})

function inGermany({ latitude, longitude }: { latitude: number; longitude: number }): boolean {
	return latitude > 47.2 && latitude < 55.1 && longitude > 5.8 && longitude < 15.1
}
