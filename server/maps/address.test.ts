import { expect, it } from 'vitest'
import { readAddress, showsGermany } from './address.ts'

it('reads the tiles of the world and nothing else', () => {
	expect(readAddress('6', '33', '21')).toEqual({ z: 6, x: 33, y: 21 })
	expect(readAddress('0', '0', '0')).toEqual({ z: 0, x: 0, y: 0 })
	for (const [z, x, y] of [
		...[
			['6', '64', '0'],
			['6', '0', '64'],
			['-1', '0', '0'],
			['23', '0', '0'],
			['99', '1', '1'],
			['06', '1', '1'],
		],
		...[
			['6', '1e1', '1'],
			['6', '', '1'],
			['6', '1', '../../x'],
			['6', '٣', '1'],
			['6', '99999999999999999999', '1'],
		],
	] as [string, string, string][])
		expect([z, x, y, readAddress(z, x, y)]).toEqual([z, x, y, undefined])
})

it('knows which tiles show Germany', () => {
	// Berlin, Sylt, Oberstdorf; then New York, Rome and the sea west of Ireland.
	for (const [z, x, y] of [
		[12, 2200, 1343],
		[10, 535, 322],
		[10, 541, 358],
		[0, 0, 0],
	] as const)
		expect([z, x, y, showsGermany({ z, x, y })]).toEqual([z, x, y, true])
	for (const [z, x, y] of [
		[12, 1205, 1539],
		[10, 547, 380],
		[10, 470, 330],
		[12, 0, 0],
	] as const)
		expect([z, x, y, showsGermany({ z, x, y })]).toEqual([z, x, y, false])
})
