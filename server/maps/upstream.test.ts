import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isPrivate, namesOwnNetwork, publicLookup } from './upstream.ts'

it('knows private addresses in every notation', () => {
	const own = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
	own.push('::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '224.0.0.1', '255.255.255.255')
	expect(own.filter((address) => !isPrivate(address))).toEqual([])
	const open = ['93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07::1', '::ffff:93.184.215.14']
	expect(open.filter(isPrivate)).toEqual([])
})

it('tells a host that the operator has put in their own network from a public name', () => {
	const own = ['127.0.0.1', '[::1]', 'localhost', 'tiles', 'tiles.internal', 'karten.lan']
	expect(own.filter((host) => !namesOwnNetwork(host))).toEqual([])
	expect(['tiles.example.org', 'a.tile.example'].filter(namesOwnNetwork)).toEqual([])
})

it('reaches no private address behind a public name', async () => {
	const lookup = (...addresses: string[]) =>
		promisify(
			publicLookup((_, done) =>
				done(
					null,
					addresses.map((address) => ({ address, family: 4 })),
				),
			),
		)
	await expect(lookup('10.0.0.1', '127.0.0.1')('tiles.example', {})).rejects.toThrow('no public address')
	expect(await lookup('10.0.0.1', '93.184.215.14')('tiles.example', {})).toBe('93.184.215.14')
	expect(await lookup('93.184.215.14', '10.0.0.1')('tiles.example', { all: true })).toEqual([
		{ address: '93.184.215.14', family: 4 },
	])
})
