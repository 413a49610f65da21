import { isIP } from 'node:net'

/**
 * The addresses of one household or server, as limits count them: one IPv4 address, or the first 64 bits of an IPv6 address. Undefined for
 * anything else.
 */
export function networkOf(address: string | undefined): string | undefined {
	const plain = address?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '') ?? ''
	if (isIP(plain) === 4) return plain
	if (isIP(plain) !== 6) return undefined
	// URLs write an address in only one way: lower case, without leading zeros, the longest run of zeros shortened.
	const [left = '', right] = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
	const groups = left ? left.split(':') : []
	const end = right ? right.split(':') : []
	const zeros = right === undefined ? [] : Array.from({ length: 8 - groups.length - end.length }, () => '0')
	return `${[...groups, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
