import { editDistance, slips } from './edit-distance.ts'
import { folded } from './folded.ts'

/** A place that people search around. */
export type GeoPlace = {
	kind: 'city' | 'district' | 'postal' | 'point'
	/** "Berlin", "Kreuzberg, Berlin", "10115 Berlin"; for a point, the text in "Wo" */
	label: string
	cityId: number
	citySlug: string
	cityName: string
	latitude: number
	longitude: number
}

export type City = { id: number; name: string; slug: string; latitude: number; longitude: number; population: number }
export type District = { name: string; slug: string; city_id: number; latitude: number; longitude: number }

// Slugs and folded names of the cities, computed once each time the reference data is loaded; of several cities with the same name,
// the largest counts.
const keys = new WeakMap<City[], Map<string, City>>()

function byKey(cities: City[]): Map<string, City> {
	const known = keys.get(cities)
	if (known) return known
	const made = new Map(cities.map((city) => [city.slug, city]))
	for (const city of cities) if (!made.has(folded(city.name))) made.set(folded(city.name), city)
	keys.set(cities, made)
	return made
}

/** The city of a slug or name in any spelling: "Berlin", "münchen". `cities` must be sorted by population, largest first. */
export function cityNamed(text: string, cities: City[]): City | undefined {
	return byKey(cities).get(folded(text))
}

/** The city with this name, or the district when both are named. `cities` must be sorted by population, largest first. */
export function exactPlace(text: string, cities: City[], districts: District[]): GeoPlace | undefined {
	const key = folded(text)
	if (!key) return undefined
	const exact = byKey(cities).get(key)
	if (exact) return cityPlace(exact)
	const words = key.split('-')
	for (let cut = 1; cut < words.length; cut++) {
		const [left, right] = [words.slice(0, cut).join('-'), words.slice(cut).join('-')]
		for (const [cityKey, districtKey] of [
			[left, right],
			[right, left],
		] as const) {
			const city = byKey(cities).get(cityKey) ?? cities.find((one) => one.slug.startsWith(`${cityKey}-`))
			const district = city && districts.find((one) => one.city_id === city.id && folded(one.name) === districtKey)
			if (city && district) return districtPlace(district, city)
		}
	}
	return undefined
}

/**
 * The place that a typed text means: a city ("frankfurt" is the largest whose name begins so), a district, or both in one
 * text. `cities` must be sorted by population, largest first.
 */
export function findPlace(text: string, cities: City[], districts: District[]): GeoPlace | undefined {
	const exact = exactPlace(text, cities, districts)
	const key = folded(text)
	if (exact || key.length < 3) return exact
	const byId = new Map(cities.map((city) => [city.id, city]))
	const inLargest = (matches: (slug: string) => boolean): GeoPlace | undefined => {
		const found = districts
			.filter((one) => matches(folded(one.name)) && byId.has(one.city_id))
			.sort((one, other) => (byId.get(other.city_id)?.population ?? 0) - (byId.get(one.city_id)?.population ?? 0))[0]
		return found && districtPlace(found, byId.get(found.city_id) as City)
	}
	const started = cities.find((city) => city.slug.startsWith(key))
	return inLargest((slug) => slug === key) ?? (started ? cityPlace(started) : inLargest((slug) => slug.startsWith(key)))
}

/** The city whose name differs from the text only by a typing error; of equally close names, the largest city. */
export function misspeltCity(text: string, cities: City[]): City | undefined {
	const key = folded(text)
	let best: City | undefined
	let least = slips(key) + 1
	for (const city of cities) {
		if (Math.abs(city.slug.length - key.length) >= least) continue
		const found = editDistance(city.slug, key)
		if (found < least) [best, least] = [city, found]
	}
	return best
}

export function cityPlace(city: City): GeoPlace {
	return {
		kind: 'city',
		label: city.name,
		cityId: city.id,
		citySlug: city.slug,
		cityName: city.name,
		latitude: city.latitude,
		longitude: city.longitude,
	}
}

function districtPlace(district: District, city: City): GeoPlace {
	const { latitude, longitude } = district
	return { ...cityPlace(city), kind: 'district', label: `${district.name}, ${city.name}`, latitude, longitude }
}

/** A point as a place, which belongs to the nearest city. @param label the text in "Wo" */
export function pointPlace(
	point: { latitude: number; longitude: number },
	label: string,
	cities: City[],
): GeoPlace | undefined {
	const [nearest] = cities
		.map((city) => ({ city, far: kilometres(point, city) }))
		.sort((one, other) => one.far - other.far)
	return nearest && { ...cityPlace(nearest.city), ...point, kind: 'point', label }
}

/** Kilometres between two points, accurate enough within a country. */
export function kilometres(
	one: { latitude: number; longitude: number },
	other: { latitude: number; longitude: number },
): number {
	const north = (one.latitude - other.latitude) * 111.2
	const east = (one.longitude - other.longitude) * 111.2 * Math.cos((one.latitude * Math.PI) / 180)
	return Math.hypot(north, east)
}
