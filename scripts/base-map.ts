// Makes the base map, server/maps/deutschland.pmtiles. Run by hand (npm run map:base) when a source is newer or the look needs other data;
// the result is committed. base-map/README.md names the sources. Takes three minutes and some 6 GB of memory.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeArchive } from './base-map/archive.ts'
import { builtUpAreas } from './base-map/built-up.ts'
import { fetchPackages } from './base-map/packages.ts'
import { placeLabels } from './base-map/places.ts'
import { makeShapes } from './base-map/shapes.ts'
import { readStops, stationLabels } from './base-map/stops.ts'
import { cutTiles } from './base-map/tiles.ts'

const RESULT = path.join(import.meta.dirname, '..', 'server', 'maps', 'deutschland.pmtiles')
const given = process.argv[2]
const folder = given ? path.resolve(given) : mkdtempSync(path.join(tmpdir(), 'zeitplatz-map-'))
try {
	const packages = await fetchPackages(folder)
	const { stops, stations } = await readStops(packages)
	const shapes = await makeShapes(packages, await builtUpAreas(packages, stops))
	const places = placeLabels()
	const pois = stationLabels(stations)
	console.log(`${places.length} Orte, ${pois.length} Bahnhöfe`)
	writeFileSync(RESULT, writeArchive(await cutTiles(packages, { ...shapes, places, pois })))
	console.log(`${RESULT}: ${Math.round(statSync(RESULT).size / 1024)} KB`)
} finally {
	if (!given) rmSync(folder, { recursive: true, force: true })
}
