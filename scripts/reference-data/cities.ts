/**
 * Builds `supabase/seeds/data/cities.json`: German cities and districts (GeoNames, CC BY 4.0) and postal codes
 * (OpenStreetMap, ODbL). Run it with `node scripts/reference-data/cities.ts` after an update of either package.
 */
import { writeFileSync } from 'node:fs'
import { type Part, readCityParts } from './city-parts.ts'
import { type Point, centre, distance, median, round } from './geometry.ts'
import { type Place, keptNames, readPlaces } from './geonames.ts'
import { fold, slugOf } from './names.ts'
import { farIslands, matchPlaces, readPostalList } from './postal-list.ts'

type City = Place & { slug: string }

const minimumPopulation = 5000
/** No two-digit postal region extends further than this from its centre, in kilometres. */
const regionRadius = 110
/** Ids of districts that GeoNames does not have start here, above all ids of GeoNames. */
const ownIds = 900_000_000

const stateNames: Record<string, string> = {
	BB: 'brandenburg',
	BW: 'baden-wuerttemberg',
	BY: 'bayern',
	HE: 'hessen',
	MV: 'mecklenburg-vorpommern',
	NI: 'niedersachsen',
	NW: 'nordrhein-westfalen',
	RP: 'rheinland-pfalz',
	SH: 'schleswig-holstein',
	SL: 'saarland',
	SN: 'sachsen',
	ST: 'sachsen-anhalt',
	TH: 'thueringen',
}

const places = readPlaces()
const list = readPostalList()
const matches = matchPlaces(places, list)
const cities = chooseCities()
const cityOf = new Map(cities.map((city) => [city.municipality, city]).toReversed() as [string, City][])
const partsBySlug = readCityParts()
const parts = new Map(cities.map((city) => [city.id, partsBySlug.get(city.slug) ?? []]))
const rows = { cities: cities.map(cityRow), districts: districtRows(), postalCodes: postalRows() }
const lines = Object.entries(rows).map(
	([name, table]) => `"${name}":[\n${table.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
)
writeFileSync(new URL('../../supabase/seeds/data/cities.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)

/** One city per municipality: its largest place, and further places that the postal list treats as municipalities. */
function chooseCities(): City[] {
	const large = places.filter((place) => !place.district && place.population >= minimumPopulation)
	const chosen: Place[] = []
	for (const group of Map.groupBy(large, ({ municipality }) => municipality).values()) {
		const matched = group.filter(({ id }) => matches.has(id))
		chosen.push(...(matched.length > 0 ? matched : group.slice(0, 1)))
	}
	const named = chosen.map((place) => ({ ...place, name: nameOf(place) }))
	return withSlugs(named.sort((a, b) => b.population - a.population || a.id - b.id))
}

function nameOf(place: Place): string {
	return keptNames.has(place.name) ? place.name : (matches.get(place.id)?.name ?? place.name)
}

/**
 * The largest of several cities with the same name gets the plain slug; the others add the state or, within a state,
 * the postal code.
 */
function withSlugs(named: Place[]): City[] {
	const used = new Set<string>()
	return named.map((place) => {
		const plain = slugOf(place.name)
		const code = matches.get(place.id)?.codes[0] ?? String(place.id)
		const slug =
			[plain, `${plain}-${stateNames[place.state]}`, `${plain}-${code}`].find((option) => !used.has(option)) ?? plain
		used.add(slug)
		return { ...place, slug }
	})
}

function cityRow({ id, name, slug, state, latitude, longitude, population }: City) {
	return [id, name, slug, state, latitude, longitude, population]
}

function districtRows() {
	const found = new Map<string, [number, number, string, string, number, number]>()
	for (const place of places.filter(
		({ id, population }) => population >= 4000 && !cities.some((city) => city.id === id),
	)) {
		const city = cityOf.get(place.municipality)
		if (!city || distance(city, place) > (city.population > 300_000 ? 25 : 8)) continue
		const name = place.name.replace(new RegExp(`^${city.name}(-| )(?=\\p{Lu})(?!(Mitte|Nord|Ost|Süd|West)$)`, 'u'), '')
		add(place.id, city, name, place)
	}
	for (const city of cities)
		for (const part of parts.get(city.id) ?? []) add(ownIds + Number(part.codes[0]), city, part.name, part)
	const ids = new Set<number>()
	const all = [...found.values()].sort((a, b) => a[1] - b[1] || a[3].localeCompare(b[3], 'en'))
	for (const row of all) {
		while (ids.has(row[0])) row[0] += 100_000
		ids.add(row[0])
	}
	return all

	function add(id: number, city: City, name: string, point: Point) {
		const key = `${city.id} ${fold(name)}`
		if (fold(name) === fold(city.name) || found.has(key)) return
		found.set(key, [id, city.id, name, slugOf(name), point.latitude, point.longitude])
	}
}

/** `[code, cityId]`, followed by name and position only where they differ from the city's. */
function postalRows() {
	const placeOf = new Map<string, Place>()
	for (const place of places)
		for (const code of matches.get(place.id)?.codes ?? []) placeOf.set(`${code} ${matches.get(place.id)?.name}`, place)
	const cityNames = new Set(cities.map((city) => city.name))
	const known = new Map<string, { point: Point; name: string; city: City | undefined }>()
	for (const [code, names] of list) {
		const here = names.map((name) => placeOf.get(`${code} ${name}`)).filter((place) => place !== undefined)
		here.sort((a, b) => b.population - a.population)
		if (!here[0]) continue
		const city = cities.find(({ id }) => here.some((place) => place.id === id))
		const point =
			city && here[0].id === city.id
				? partPoint(city, code)
				: centre(here, (index) => Math.max(1, here[index]?.population ?? 1))
		known.set(code, { point, name: nameOf(here[0]), city })
	}
	dropStrays()
	return [...list].map(([code, names]) => {
		const {
			point,
			name: found,
			city,
		} = known.get(code) ?? { point: neighbours(code), name: undefined, city: undefined }
		const containing = city ?? nearestCity(point)
		const name = found ?? names.find((other) => !cityNames.has(other)) ?? containing.name
		const atCentre = distance(point, containing) === 0
		if (name === containing.name && atCentre) return [code, containing.id]
		return [
			code,
			containing.id,
			name === containing.name ? null : name,
			...(atCentre ? [] : Object.values(round(point))),
		]
	})

	/** Removes matches with a city of the same name elsewhere, which are too far from the centre of the codes that begin alike. */
	function dropStrays() {
		const regions = Map.groupBy([...known], ([code]) => code.slice(0, 2))
		for (const region of regions.values()) {
			const middle = median(region.map(([, { point }]) => point))
			for (const [code, { name, point }] of region)
				if (distance(point, middle) > regionRadius && !farIslands.has(name)) known.delete(code)
		}
	}

	/** Centre of the codes that share the longest prefix. */
	function neighbours(code: string): Point {
		for (const length of [4, 3, 2, 1]) {
			const near = [...known].filter(([other]) => other.startsWith(code.slice(0, length))).map(([, { point }]) => point)
			if (near.length > 0) return median(near)
		}
		throw new Error(`no position for ${code}`)
	}
}

function partPoint(city: City, code: string): Point {
	const own = parts.get(city.id) ?? []
	if (own.length === 0) return { latitude: city.latitude, longitude: city.longitude }
	const gap = (part: Part) => Math.min(...part.codes.map((other) => Math.abs(Number(other) - Number(code))))
	const smallest = Math.min(...own.map(gap))
	return centre(own.filter((part) => gap(part) === smallest))
}

function nearestCity(point: Point): City {
	return cities.reduce((best, city) => (distance(city, point) < distance(best, point) ? city : best))
}
