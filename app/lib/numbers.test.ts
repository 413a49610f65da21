import { expect, it } from 'vitest'
import { formatPrice } from './money.ts'
import { formatNumber } from './numbers.ts'

it('writes numbers as Germans do', () => {
	expect([0, 7, 999, 1000, 1234.5, 0.5, -3, 12_345_678].map(formatNumber)).toEqual([
		...['0', '7', '999', '1.000', '1.234,5', '0,5', '-3', '12.345.678'],
	])
})

it('writes prices the same every time they are asked for', () => {
	for (let time = 0; time < 2; time++)
		expect([0, 1, 4500, 123_456].map(formatPrice)).toEqual(
			['0,00', '0,01', '45,00', '1.234,56'].map((figure) => `${figure}\u00a0€`),
		)
})
