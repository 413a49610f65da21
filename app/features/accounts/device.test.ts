import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

test('browsers and systems are named', () => {
	const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
	expect(deviceName(`${windows} Chrome/140.0 Safari/537.36`)).toBe('Chrome auf Windows')
	expect(deviceName(`${windows} Chrome/140.0 Safari/537.36 Edg/140.0`)).toBe('Edge auf Windows')
	expect(
		deviceName(
			'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1',
		),
	).toBe('Safari auf iPhone')
	expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox auf Linux')
	expect(deviceName('node')).toBe('Unbekanntes Gerät')
	expect(deviceName('')).toBe('Unbekanntes Gerät')
})
