import { expect, test } from 'vitest'
import { centsOf, eurosOf } from './price.ts'

test('euros and cents', () => {
	expect(['45', '45,5', '45,50', '0,05'].map(centsOf)).toEqual([4500, 4550, 4550, 5])
	expect([4500, 5, 123_456].map(eurosOf)).toEqual(['45,00', '0,05', '1234,56'])
})
