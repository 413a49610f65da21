import { isGzip, VECTOR_TYPE } from './source.ts'

const STARTS: [type: string, test: (bytes: Uint8Array) => boolean][] = [
	['image/png', (bytes) => begins(bytes, 0, 0x89, 0x50, 0x4e, 0x47)],
	['image/jpeg', (bytes) => begins(bytes, 0, 0xff, 0xd8, 0xff)],
	['image/webp', (bytes) => begins(bytes, 0, 0x52, 0x49, 0x46, 0x46) && begins(bytes, 8, 0x57, 0x45, 0x42, 0x50)],
	// A layer is the third field of a vector tile.
	[VECTOR_TYPE, (bytes) => isGzip(bytes) || bytes[0] === 0x1a],
]

/** The type of a tile by its first bytes, whatever its sender says; undefined for what is no tile. */
export function typeOf(bytes: Uint8Array): string | undefined {
	return STARTS.find(([, test]) => test(bytes))?.[0]
}

function begins(bytes: Uint8Array, at: number, ...wanted: number[]): boolean {
	return wanted.every((byte, index) => bytes[at + index] === byte)
}
