import { readFileSync } from 'node:fs'
import type { Point } from './geometry.ts'

/** A district and the postal codes it covers. */
export type Part = Point & { name: string; codes: string[] }

/** Districts of the largest cities by city slug, from `city-parts.txt`. */
export function readCityParts(): Map<string, Part[]> {
	const [, ...sections] = readFileSync(new URL('city-parts.txt', import.meta.url), 'utf8').split('\n# ')
	return new Map(
		sections.map((section) => {
			const [slug = '', ...lines] = section.trim().split('\n')
			return [slug, lines.map(readPart)]
		}),
	)
}

function readPart(line: string): Part {
	const [, name = '', latitude, longitude, codes = ''] = /^(.+?) (\d+\.\d+) (\d+\.\d+) (.+)$/.exec(line) ?? []
	if (!name) throw new Error(`city-parts.txt: cannot read "${line}"`)
	return { name, latitude: Number(latitude), longitude: Number(longitude), codes: codes.split(' ') }
}
