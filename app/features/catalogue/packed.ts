import type { CatalogueData } from './page.server.ts'

/** The catalogue on its way to the browser. */
export type PackedCatalogue = { pageHref: string; packed: string }

// What this process packed itself; so rendering on the server reads nothing back.
const known = new WeakMap<PackedCatalogue, CatalogueData>()

/** Makes one text of the data: the router's own encoding looks at each of their thousands of values, a tenth of the whole page. */
export function packCatalogue(data: CatalogueData): PackedCatalogue {
	const packed = { pageHref: data.pageHref, packed: JSON.stringify(data) }
	known.set(packed, data)
	return packed
}

/** The data as they were packed. */
export function unpackCatalogue(data: PackedCatalogue): CatalogueData {
	return known.get(data) ?? (JSON.parse(data.packed) as CatalogueData)
}
