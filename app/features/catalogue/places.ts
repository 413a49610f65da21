/** A place that people search around. */
export type Place = {
	kind: 'city' | 'district' | 'postal'
	/** "Berlin", "Kreuzberg, Berlin", "10115 Berlin" */
	label: string
	cityId: number
	citySlug: string
	cityName: string
	latitude: number
	longitude: number
}

export type City = { id: number; name: string; slug: string; latitude: number; longitude: number; population: number }
export type District = { name: string; slug: string; city_id: number; latitude: number; longitude: number }

/** "Köln (Ehrenfeld)" → "koeln-ehrenfeld": the form that slugs have. */
export function folded(text: string): string {
	return text
		.toLowerCase()
		.replaceAll('ä', 'ae')
		.replaceAll('ö', 'oe')
		.replaceAll('ü', 'ue')
		.replaceAll('ß', 'ss')
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
}

/**
 * The place that a typed text means: a city ("frankfurt" is the largest that begins so), a district, or both in one text.
 * `cities` must be sorted by population, largest first.
 */
export function findPlace(text: string, cities: City[], districts: District[]): Place | undefined {
	const key = folded(text)
	if (!key) return undefined
	const exact = cities.find((city) => city.slug === key) ?? cities.find((city) => folded(city.name) === key)
	if (exact) return cityPlace(exact)
	const byId = new Map(cities.map((city) => [city.id, city]))
	const words = key.split('-')
	for (let cut = 1; cut < words.length; cut++) {
		const [left, right] = [words.slice(0, cut).join('-'), words.slice(cut).join('-')]
		for (const [cityKey, districtKey] of [
			[left, right],
			[right, left],
		] as const) {
			const city =
				cities.find((one) => one.slug === cityKey) ?? cities.find((one) => one.slug.startsWith(`${cityKey}-`))
			const district = city && districts.find((one) => one.city_id === city.id && folded(one.name) === districtKey)
			if (city && district) return districtPlace(district, city)
		}
	}
	if (key.length < 3) return undefined
	const inLargest = (matches: (slug: string) => boolean): Place | undefined => {
		const found = districts
			.filter((one) => matches(folded(one.name)) && byId.has(one.city_id))
			.sort((one, other) => (byId.get(other.city_id)?.population ?? 0) - (byId.get(one.city_id)?.population ?? 0))[0]
		return found && districtPlace(found, byId.get(found.city_id) as City)
	}
	const started = cities.find((city) => city.slug.startsWith(key))
	return inLargest((slug) => slug === key) ?? (started ? cityPlace(started) : inLargest((slug) => slug.startsWith(key)))
}

/** Large cities whose name is a slip of the keyboard away from the text. */
export function similarCities(text: string, cities: City[]): string[] {
	const key = folded(text)
	const most = key.length > 6 ? 2 : 1
	return cities
		.slice(0, 600)
		.filter((city) => Math.abs(city.slug.length - key.length) <= most && distance(city.slug, key) <= most)
		.slice(0, 3)
		.map((city) => city.name)
}

export function cityPlace(city: City): Place {
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

function districtPlace(district: District, city: City): Place {
	const { latitude, longitude } = district
	return { ...cityPlace(city), kind: 'district', label: `${district.name}, ${city.name}`, latitude, longitude }
}

// Edit distance with swaps of neighbours.
function distance(one: string, other: string): number {
	let before: number[] = []
	let row = Array.from({ length: other.length + 1 }, (_, index) => index)
	for (let i = 1; i <= one.length; i++) {
		const next = [i]
		for (let j = 1; j <= other.length; j++) {
			const same = one[i - 1] === other[j - 1]
			const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
			const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)]
			if (swapped) steps.push((before[j - 2] ?? 0) + 1)
			next.push(Math.min(...steps))
		}
		before = row
		row = next
	}
	return row[other.length] ?? 0
}
