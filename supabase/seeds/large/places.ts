import type { Place } from '../demo/places.ts'
import type { Random } from '../demo/random.ts'
import type { ReferenceData } from '../reference-rows.ts'

/** Made-up spots all over the country: a city weighted by population, a postal code in it, and a district near that. */
export function countryPlaces({ cities, postal_codes, districts }: ReferenceData): (random: Random) => Place {
	const codes = Map.groupBy(postal_codes, ({ city_id }) => city_id)
	const parts = Map.groupBy(districts, ({ city_id }) => city_id)
	const known = cities.filter(({ id }) => codes.has(id))
	const sums: number[] = []
	for (const { population } of known) sums.push((sums.at(-1) ?? 0) + population)
	return (random) => {
		const { state_code, ...city } = known[firstAbove(sums, random.next() * (sums.at(-1) ?? 0))] as (typeof known)[0]
		const postal = random.pick(codes.get(city.id) ?? [])
		const [district] = (parts.get(city.id) ?? []).toSorted((a, b) => distance(a, postal) - distance(b, postal))
		const jitter = (kilometres: number): number => ((random.next() + random.next() - 1) * kilometres) / 111
		return {
			city: { ...city, state: state_code },
			// Small towns have no districts, so texts that mention a district mention the town.
			district: district && distance(district, postal) < 3 ? district.name : city.name,
			postalCode: postal.code,
			latitude: round(postal.latitude + jitter(1.4)),
			longitude: round(postal.longitude + jitter(1.4) / Math.cos((postal.latitude * Math.PI) / 180)),
		}
	}
}

function firstAbove(sums: number[], value: number): number {
	let [low, high] = [0, sums.length - 1]
	while (low < high) {
		const middle = (low + high) >> 1
		if ((sums[middle] ?? 0) > value) high = middle
		else low = middle + 1
	}
	return low
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

type Position = { latitude: number; longitude: number }

/** Kilometres, accurate enough within a city. */
function distance(one: Position, other: Position): number {
	const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
	return 111.2 * Math.hypot(one.latitude - other.latitude, east)
}
