import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What a tile server has answered: bytes, that it has no such tile, or nothing usable. */
export type Upstream = { bytes: Uint8Array<ArrayBuffer> } | 'none' | 'failed'

const MOST_BYTES = 1_000_000
const AGENT = 'Zeitplatz'

const PRIVATE = new BlockList()
for (const [net, bits] of [
	...([
		['0.0.0.0', 8],
		['10.0.0.0', 8],
		['100.64.0.0', 10],
		['127.0.0.0', 8],
		['169.254.0.0', 16],
	] as const),
	...([
		['172.16.0.0', 12],
		['192.0.0.0', 24],
		['192.168.0.0', 16],
		['198.18.0.0', 15],
		['224.0.0.0', 3],
	] as const),
])
	PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
	['::', 127],
	['64:ff9b::', 96],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const)
	PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an address belongs to this machine or a network behind it. */
export function isPrivate(address: string): boolean {
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
	return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an operator has plainly named a host of their own network: an address, `localhost`, a name without a dot or for such use. */
export function namesOwnNetwork(host: string): boolean {
	const name = host.replace(/^\[|\]$/g, '')
	return isIP(name) !== 0 || !name.includes('.') || /\.(local|internal|lan|home\.arpa|localhost)$/i.test(name)
}

type Found = { address: string; family: number }[]
type Resolve = (host: string, done: (error: Error | null, found: Found) => void) => void
const resolveAll: Resolve = (host, done) => dns.lookup(host, { all: true }, done)

/** Finds the addresses of a public name; those within a private network do not count. */
export function publicLookup(resolve: Resolve = resolveAll): LookupFunction {
	return (host, options, done) => {
		resolve(host, (error, found) => {
			const [first, ...rest] = error ? [] : found.filter(({ address }) => !isPrivate(address))
			if (!first) done(error ?? new Error(`${host} has no public address`), [])
			else if (options.all) done(null, [first, ...rest])
			else done(null, first.address, first.family)
		})
	}
}

/**
 * Asks a tile server for one tile. It learns nothing of the visitor: no header of theirs goes along. Redirects are not followed, and what
 * is larger than 1 MB is dropped.
 */
export function fetchTile(address: string, signal: AbortSignal): Promise<Upstream> {
	const url = new URL(address)
	const { get } = url.protocol === 'https:' ? https : http
	const lookup = namesOwnNetwork(url.hostname) ? undefined : publicLookup()
	return new Promise((resolve, reject) => {
		const request = get(url, { signal, lookup, headers: { 'user-agent': AGENT, accept: '*/*' } }, (answer) => {
			const parts: Buffer[] = []
			let size = 0
			const { statusCode = 0 } = answer
			if (statusCode !== 200) {
				answer.resume()
				resolve([204, 404, 410].includes(statusCode) ? 'none' : 'failed')
				return
			}
			answer.on('data', (part: Buffer) => {
				parts.push(part)
				size += part.length
				if (size <= MOST_BYTES) return
				request.destroy()
				resolve('failed')
			})
			answer.on('end', () => resolve({ bytes: new Uint8Array(Buffer.concat(parts)) }))
			answer.on('error', reject)
		})
		request.on('error', reject)
	})
}
