import { expect, test } from 'vitest'
import { giroCode, spacedIban } from './giro-code.ts'

const PAYEE = { name: 'Zeitplatz\nGmbH', iban: 'DE89370400440532013000' }

test('a GiroCode has eleven lines in the order of the standard, euros with a point', () => {
	expect(giroCode(PAYEE, 2142, 'ZP-2027-00001')?.split('\n')).toEqual([
		...['BCD', '002', '1', 'SCT', '', 'Zeitplatz GmbH', 'DE89370400440532013000', 'EUR21.42', '', '', 'ZP-2027-00001'],
	])
	expect(giroCode(PAYEE, 100_005, 'x'.repeat(200))?.split('\n').at(-1)).toHaveLength(140)
})

test('there is none without an account or an amount', () => {
	expect(giroCode({ ...PAYEE, iban: '' }, 100, 'x')).toBeUndefined()
	expect(giroCode(PAYEE, 0, 'x')).toBeUndefined()
})

test('an IBAN is shown in groups of four', () => {
	expect(spacedIban(PAYEE.iban)).toBe('DE89 3704 0044 0532 0130 00')
})
