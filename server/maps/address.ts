/** A tile of a web map: zoom, column from the west, row from the north. */
export type TileAddress = { z: number; x: number; y: number }

/** Degrees west, south, east, north: Germany and what a map of it shows around. */
export const GERMANY = [5.5, 47, 15.6, 55.3] as const

const MOST_ZOOM = 22
const NUMBER = /^(0|[1-9]\d{0,6})$/

/** Reads an address; undefined for anything that names no tile of the world. */
export function readAddress(zoom: string, column: string, row: string): TileAddress | undefined {
	if (![zoom, column, row].every((text) => NUMBER.test(text))) return undefined
	const [z, x, y] = [Number(zoom), Number(column), Number(row)]
	return z <= MOST_ZOOM && x < 2 ** z && y < 2 ** z ? { z, x, y } : undefined
}

/** Whether a tile shows a part of Germany. */
export function showsGermany({ z, x, y }: TileAddress): boolean {
	const [west, south, east, north] = GERMANY
	return x >= columnOf(west, z) && x <= columnOf(east, z) && y >= rowOf(north, z) && y <= rowOf(south, z)
}

function columnOf(longitude: number, z: number): number {
	return Math.floor(((longitude + 180) / 360) * 2 ** z)
}

function rowOf(latitude: number, z: number): number {
	const sine = Math.sin((latitude * Math.PI) / 180)
	return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
}
