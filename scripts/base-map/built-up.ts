import { type Collection, collection, feature } from './geojson.ts'
import type { Packages } from './packages.ts'
import { GERMANY, type Point } from './stops.ts'

type Contours = {
	contours(): {
		size(size: [number, number]): Sized
	}
}
type Sized = {
	thresholds(values: number[]): (values: ArrayLike<number>) => { coordinates: [number, number][][][] }[]
}

const COLUMNS = 3200
const [WEST, SOUTH, EAST, NORTH] = GERMANY
const [BOTTOM, TOP] = [mercator(SOUTH), mercator(NORTH)]
const ROWS = Math.round((COLUMNS * (TOP - BOTTOM)) / (EAST - WEST))
// Half the width of the blur in cells of 200 m, and how many stops within it make a town.
const RADIUS = 2
const THRESHOLD = 1

/** Built-up areas, which no free source has as shapes: where stops of public transport lie close together. */
export async function builtUpAreas({ load }: Packages, stops: Point[]): Promise<Collection> {
	const { contours } = await load<Contours>('d3-contour')
	let density = countStops(stops)
	for (let pass = 0; pass < 3; pass++) density = blurred(density, RADIUS)
	const cells = (2 * RADIUS + 1) ** 2
	const values = Array.from(density, (value) => value / ((cells * cells) / 2.2))
	const [shape] = contours().size([COLUMNS, ROWS]).thresholds([THRESHOLD])(values)
	return collection(
		(shape?.coordinates ?? []).map((polygon) =>
			feature({ type: 'Polygon', coordinates: polygon.map((ring) => ring.map(degrees)) }, {}),
		),
	)
}

// Of several platforms within 120 m one counts: they are no more town than one.
function countStops(stops: Point[]): Float32Array {
	const grid = new Float32Array(COLUMNS * ROWS)
	const seen = new Set<string>()
	for (const [longitude, latitude] of stops) {
		const key = `${Math.round(longitude * 700)},${Math.round(latitude * 1100)}`
		if (seen.has(key)) continue
		seen.add(key)
		const column = Math.floor(((longitude - WEST) / (EAST - WEST)) * COLUMNS)
		const row = Math.floor(((TOP - mercator(latitude)) / (TOP - BOTTOM)) * ROWS)
		const cell = row * COLUMNS + column
		grid[cell] = (grid[cell] ?? 0) + 1
	}
	return grid
}

/** Sums over a square around each cell. */
function blurred(grid: Float32Array, radius: number): Float32Array {
	return slid(slid(grid, radius, COLUMNS, ROWS, 1, COLUMNS), radius, ROWS, COLUMNS, COLUMNS, 1)
}

function slid(
	from: Float32Array,
	radius: number,
	length: number,
	lines: number,
	step: number,
	next: number,
): Float32Array {
	const sums = new Float32Array(from.length)
	for (let line = 0; line < lines; line++) {
		let sum = 0
		for (let index = -radius; index < length; index++) {
			const start = line * next
			if (index + radius < length) sum += from[start + (index + radius) * step] ?? 0
			if (index - radius > 0) sum -= from[start + (index - radius - 1) * step] ?? 0
			if (index >= 0) sums[start + index * step] = sum
		}
	}
	return sums
}

function mercator(latitude: number): number {
	return (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI
}

function degrees([column, row]: [number, number]): [number, number] {
	const y = TOP - (row / ROWS) * (TOP - BOTTOM)
	const latitude = ((Math.atan(Math.exp((y * Math.PI) / 180)) * 2 - Math.PI / 2) * 180) / Math.PI
	return [round(WEST + (column / COLUMNS) * (EAST - WEST)), round(latitude)]
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5
