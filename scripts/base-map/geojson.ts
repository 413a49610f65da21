import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Geometry = { type: string; coordinates: unknown }
export type Feature = { type: 'Feature'; properties: Record<string, unknown>; geometry: Geometry }
export type Collection = { type: 'FeatureCollection'; features: Feature[] }

export const feature = (geometry: Geometry, properties: Record<string, unknown>): Feature => ({
	type: 'Feature',
	properties,
	geometry,
})

export const collection = (features: Feature[]): Collection => ({ type: 'FeatureCollection', features })

/** The features of a file; bare geometries become features without properties. Reads `.gz` as well. */
export function readFeatures(file: string): Feature[] {
	const bytes = readFileSync(file)
	const read = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as {
		features?: Feature[]
		geometries?: Geometry[]
	}
	return read.features ?? (read.geometries ?? []).map((geometry) => feature(geometry, {}))
}

/** The same shapes, each with only this kind. */
export const asKind = (features: Feature[], kind: string): Feature[] =>
	features.map(({ geometry }) => feature(geometry, { kind }))
