import { networkOf } from '../network.ts'
import type { RealtimeOptions } from './options.ts'

const PER_ADDRESS = 100
const TOTAL = 10_000

/** Counts the sockets of the process and of each client address. */
export type SocketCounts = {
	/** Takes a place. @returns the status of the refusal when there is none. */
	take(address: string): '429 Too Many Requests' | '503 Service Unavailable' | undefined
	release(address: string): void
}

/** Creates the counters. */
export function createSocketCounts({
	socketsPerAddress = PER_ADDRESS,
	sockets = TOTAL,
}: RealtimeOptions): SocketCounts {
	const counts = new Map<string, number>()
	let all = 0
	return {
		take(address) {
			const key = holderOf(address)
			const count = counts.get(key) ?? 0
			if (count >= socketsPerAddress) return '429 Too Many Requests'
			if (all >= sockets) return '503 Service Unavailable'
			counts.set(key, count + 1)
			all += 1
			return undefined
		},
		release(address) {
			const key = holderOf(address)
			const left = (counts.get(key) ?? 0) - 1
			if (left > 0) counts.set(key, left)
			else counts.delete(key)
			all -= 1
		},
	}
}

/** The key that an address counts for: its network, or the address itself. */
export function holderOf(address: string): string {
	return networkOf(address) ?? address
}
