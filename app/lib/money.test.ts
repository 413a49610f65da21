import { expect, it } from 'vitest'
import { formatPrice, priceText } from './money.ts'

it('writes prices as Germans do', () => {
	expect([formatPrice(0), formatPrice(4500), formatPrice(123_456_789)]).toEqual([
		'0,00\u00a0€',
		'45,00\u00a0€',
		'1.234.567,89\u00a0€',
	])
})

it('says when a price is the lowest possible, and when something is free', () => {
	expect([priceText(4500), priceText(4500, true), priceText(0), priceText(0, true)]).toEqual([
		'45,00\u00a0€',
		'ab 45,00\u00a0€',
		'kostenlos',
		'ab 0,00\u00a0€',
	])
})
