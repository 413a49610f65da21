import { paths } from '#app/lib/paths.ts'
import type { Category } from './category.ts'
import { type City, kilometres, type GeoPlace } from './places.ts'
import type { Counts } from './reference.server.ts'

const FARTHEST_KM = 80
const MOST = 8

/** Other cities nearby that have results, nearest first, as links between pages of results. */
export function nearbyCities(place: GeoPlace, category: Category | undefined, cities: City[], counts: Counts) {
	const byCity: ReadonlyMap<number, number> = counts.get(category?.id ?? 0) ?? new Map()
	return cities
		.filter((city) => city.id !== place.cityId && byCity.has(city.id))
		.map((city) => ({ city, far: kilometres(place, city) }))
		.filter((one) => one.far <= FARTHEST_KM)
		.sort((one, other) => one.far - other.far)
		.slice(0, MOST)
		.map(({ city }) => ({
			name: city.name,
			count: byCity.get(city.id) ?? 0,
			href: paths.catalogue(city.slug, category?.slug),
		}))
}
