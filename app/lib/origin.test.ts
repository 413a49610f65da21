import { expect, test } from 'vitest'
import { originOf, readFrom } from './origin.ts'

const origin = (query: string) => originOf(readFrom(new URLSearchParams(query)))

test('links of the marketplace and codes say so; a plain link is the business’s own', () => {
	expect(origin('von=marktplatz')).toBe('marketplace')
	expect(origin('von=qr&service=x')).toBe('qr')
	expect(origin('')).toBe('own_link')
	expect(origin('von=')).toBe('own_link')
})

test('a word that we never write counts as unknown, and no link can claim an offer', () => {
	for (const word of ['anders', 'offer', 'angebot', 'marketplace', 'constructor', '__proto__', 'QR'])
		expect(`${word}: ${origin(`von=${word}`)}`).toBe(`${word}: unknown`)
})
