import { createHash } from 'node:crypto'

/** A small pseudo-random generator (mulberry32): the same seed gives the same demo on every machine. */
export type Random = {
	/** A number in [0, 1). */
	next(): number
	/** A whole number from `least` to `most`, both included. */
	between(least: number, most: number): number
	chance(probability: number): boolean
	/** @throws Error for an empty list. */
	pick<T>(list: readonly T[]): T
	/** Picks with weights; items of weight 0 are never picked. @throws Error for an empty list. */
	weighted<T>(list: readonly T[], weight: (item: T) => number): T
	shuffled<T>(list: readonly T[]): T[]
	/** A version 4 UUID. */
	uuid(): string
}

const HEX = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'))

/** Creates a generator from any text, so that each business has its own and none affects the others. */
export function createRandom(seed: string): Random {
	let state = hashOf(seed)
	// Among four billion states, two of many generators will meet sooner or later, so the seed makes the ids of each generator
	// different.
	const key = createHash('sha256').update(seed).digest()
	const keys = [0, 4, 8, 12].map((at) => key.readUInt32LE(at))
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
	const pick = <T>(list: readonly T[]): T => {
		if (list.length === 0) throw new Error('nothing to pick from')
		return list[between(0, list.length - 1)] as T
	}
	return {
		next,
		between,
		pick,
		chance: (probability) => next() < probability,
		weighted(list, weight) {
			let rest = next() * list.reduce((sum, item) => sum + weight(item), 0)
			return list.find((item) => (rest -= weight(item)) < 0) ?? pick(list)
		},
		shuffled(list) {
			const result = [...list]
			for (let index = result.length - 1; index > 0; index--) {
				const other = between(0, index)
				;[result[index], result[other]] = [result[other] as never, result[index] as never]
			}
			return result
		},
		uuid() {
			const part = (place: number): string => {
				const bits = (Math.floor(next() * 4_294_967_296) ^ (keys[place] ?? 0)) >>> 0
				return `${HEX[bits >>> 16]}${HEX[bits & 0xffff]}`
			}
			const [first, second, third, fourth] = [part(0), part(1), part(2), part(3)]
			const variant = '89ab'[between(0, 3)]
			return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`
		},
	}
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5
	for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
	return hash
}
