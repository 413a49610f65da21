import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Feature, feature } from './geojson.ts'
import type { Packages } from './packages.ts'

/** Degrees west, south, east, north. */
export const GERMANY = [5.8, 47.2, 15.1, 55.1] as const

export type Point = readonly [longitude: number, latitude: number]
export type Station = { name: string; at: Point; weight: number; products: string; type: string }

type Row = {
	name: string
	type: string
	weight: number
	location?: { latitude?: number; longitude?: number }
	products?: Record<string, boolean>
}

/** All stops of public transport in Germany, and those on rails with their names. */
export async function readStops({ file }: Packages): Promise<{ stops: Point[]; stations: Station[] }> {
	const stops: Point[] = []
	const stations: Station[] = []
	const [west, south, east, north] = GERMANY
	for await (const line of createInterface({ input: createReadStream(file('db-hafas-stations/full.ndjson')) })) {
		if (!line.trim()) continue
		const { name, type, weight, location, products } = JSON.parse(line) as Row
		const { latitude, longitude } = location ?? {}
		if (!latitude || !longitude || longitude < west || longitude > east || latitude < south || latitude > north)
			continue
		const at = [longitude, latitude] as const
		stops.push(at)
		const used = Object.keys(products ?? {}).filter((key) => products?.[key])
		if (used.some((key) => /suburban|subway|regional|national|tram/.test(key)))
			stations.push({ name, at, weight, products: used.join(','), type })
	}
	return { stops, stations }
}

/** Labels of stations: one for each name and kilometre, the most used first. */
export function stationLabels(stations: Station[]): Feature[] {
	const labels: Feature[] = []
	const near = new Map<string, { name: string; at: Point }[]>()
	for (const { name: full, at, weight, products } of stations
		.filter(({ type }) => type === 'station')
		.sort((one, other) => other.weight - one.weight)) {
		const kind = kindOf(products)
		const name = shortName(full)
		if (!name || (name.includes('/') && kind === 'tram')) continue
		const [column, row] = [Math.round(at[0] * 110), Math.round(at[1] * 180)]
		const around = [-1, 0, 1].flatMap((right) =>
			[-1, 0, 1].flatMap((up) => near.get(`${column + right},${row + up}`) ?? []),
		)
		const known = around.some((other) => {
			const km = Math.hypot((other.at[0] - at[0]) * 70, (other.at[1] - at[1]) * 111)
			return km < 0.18 || (km < 0.9 && (other.name.includes(name) || name.includes(other.name)))
		})
		if (known) continue
		near.set(`${column},${row}`, [...(near.get(`${column},${row}`) ?? []), { name, at }])
		const mz = kind === 'tram' ? 15 : kind === 'train' && weight > 20_000 ? 12 : 13
		labels.push(feature({ type: 'Point', coordinates: at }, { kind, name, mz }))
	}
	return labels
}

function kindOf(products: string): string {
	if (/national|regional/.test(products)) return 'train'
	return /suburban/.test(products) ? 's' : /subway/.test(products) ? 'u' : 'tram'
}

function shortName(full: string): string {
	return full
		.replace(/\s*\[.*?\]/g, '')
		.replace(/\s*\((?:S|U|S\+U|Tram|Bus|tief|oben|S-Bahn|U-Bahn)[^)]*\)/g, '')
		.replace(/^(S|U|S\+U)\s+/, '')
		.replace(/, [^,]+$/, '')
		.replace(/(^| )Bahnhof$/, '')
		.replace(/ Bahnhof(?=[/ ])/, '')
		.trim()
}
