import { readReferenceData } from '../reference.ts'
import type { Random } from './random.ts'

export type City = { id: number; name: string; slug: string; state: string; latitude: number; longitude: number }
export type Place = { city: City; district: string; postalCode: string; latitude: number; longitude: number }

type Spot = [district: string, postalCode: string, latitude: number, longitude: number]

/** Cities whose districts or postal codes have no positions in the reference data. */
const KNOWN: Record<string, Spot[]> = {
	duisburg: [
		['Dellviertel', '47051', 51.4306, 6.7625],
		['Neudorf', '47057', 51.426, 6.785],
		['Duissern', '47058', 51.438, 6.783],
		['Hochfeld', '47053', 51.418, 6.755],
		['Meiderich', '47137', 51.464, 6.772],
		['Ruhrort', '47119', 51.455, 6.732],
		['Rheinhausen', '47226', 51.405, 6.717],
		['Homberg', '47198', 51.45, 6.695],
	],
	bochum: [
		['Innenstadt', '44787', 51.4818, 7.2162],
		['Ehrenfeld', '44789', 51.472, 7.212],
		['Linden', '44879', 51.431, 7.173],
		['Wattenscheid', '44866', 51.48, 7.133],
		['Langendreer', '44892', 51.478, 7.309],
		['Querenburg', '44801', 51.448, 7.265],
		['Gerthe', '44805', 51.516, 7.279],
		['Hamme', '44809', 51.49, 7.199],
	],
	bonn: [
		['Zentrum', '53111', 50.7374, 7.0982],
		['Südstadt', '53113', 50.723, 7.104],
		['Poppelsdorf', '53115', 50.721, 7.085],
		['Endenich', '53121', 50.729, 7.067],
		['Duisdorf', '53123', 50.714, 7.046],
		['Bad Godesberg', '53173', 50.685, 7.156],
		['Beuel', '53225', 50.738, 7.123],
		['Auerberg', '53117', 50.757, 7.08],
	],
	muenster: [
		['Altstadt', '48143', 51.9625, 7.6257],
		['Kreuzviertel', '48147', 51.972, 7.617],
		['Südviertel', '48151', 51.95, 7.61],
		['Hafen', '48155', 51.949, 7.643],
		['Gievenbeck', '48161', 51.969, 7.577],
		['Hiltrup', '48165', 51.902, 7.638],
		['Mauritz', '48145', 51.963, 7.648],
		['Geist', '48153', 51.943, 7.624],
	],
	karlsruhe: [
		['Innenstadt', '76133', 49.0095, 8.396],
		['Oststadt', '76131', 49.011, 8.427],
		['Südstadt', '76137', 49.002, 8.411],
		['Südweststadt', '76135', 48.999, 8.384],
		['Mühlburg', '76185', 49.01, 8.362],
		['Durlach', '76227', 48.999, 8.47],
		['Neureut', '76149', 49.043, 8.379],
	],
	'freiburg-im-breisgau': [
		['Altstadt', '79098', 47.9955, 7.8495],
		['Wiehre', '79100', 47.987, 7.85],
		['Oberwiehre', '79102', 47.987, 7.868],
		['Herdern', '79104', 48.01, 7.86],
		['Stühlinger', '79106', 47.9985, 7.834],
		['Zähringen', '79108', 48.022, 7.862],
		['Haslach', '79115', 47.987, 7.826],
		['Littenweiler', '79117', 47.98, 7.897],
	],
}

export type Places = {
	city(slug: string): City
	/** A made-up spot in a district, with a postal code that fits; a wanted one is used as given. */
	spot(slug: string, random: Random, wanted?: { district: string; postalCode: string }): Place
}

/** Reads cities, districts and postal codes of the reference data. */
export function readPlaces(): Places {
	const data = readReferenceData()
	const cities = new Map(
		data.cities.map(({ state_code, ...city }) => [city.slug, { ...city, state: state_code }] as const),
	)
	const city = (slug: string): City => {
		const found = cities.get(slug)
		if (!found) throw new Error(`no city ${slug}`)
		return found
	}
	const spotsOf = (slug: string): Spot[] => {
		const { id, name } = city(slug)
		const districts = data.districts.filter((district) => district.city_id === id)
		return data.postal_codes
			.filter((postal) => postal.city_id === id && distance(postal, city(slug)) < 12)
			.flatMap((postal): Spot[] => {
				const [near] = districts
					.filter((district) => distance(district, postal) < 2.2 && district.name !== name)
					.sort((a, b) => distance(a, postal) - distance(b, postal))
				return near ? [[near.name, postal.code, postal.latitude, postal.longitude]] : []
			})
	}
	const spots = new Map<string, Spot[]>()
	return {
		city,
		spot(slug, random, wanted) {
			const list = spots.get(slug) ?? KNOWN[slug] ?? spotsOf(slug)
			spots.set(slug, list)
			const postal = data.postal_codes.find(({ code }) => code === wanted?.postalCode)
			const given: Spot | undefined = wanted &&
				postal && [wanted.district, postal.code, postal.latitude, postal.longitude]
			// Businesses are more often near the centre of a city.
			const [district, postalCode, latitude, longitude] =
				given ??
				random.weighted(list, ([, , lat, lon]) => 1 / (1.5 + distance({ latitude: lat, longitude: lon }, city(slug))))
			const jitter = (kilometres: number): number => ((random.next() + random.next() - 1) * kilometres) / 111
			return {
				city: city(slug),
				district,
				postalCode,
				latitude: round(latitude + jitter(0.9)),
				longitude: round(longitude + jitter(0.9) / Math.cos((latitude * Math.PI) / 180)),
			}
		},
	}
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

type Position = { latitude: number; longitude: number }

/** Kilometres, accurate enough within a city. */
function distance(one: Position, other: Position): number {
	const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
	return 111.2 * Math.hypot(one.latitude - other.latitude, east)
}
