import { expect, test } from 'vitest'
import { isByPerson } from './by-person.ts'

const by = (headers: Record<string, string>) =>
	isByPerson(new Request('https://zeitplatz.example/booking/1', { headers }))

test('a document, and the data of a link of our own pages, are for a person', () => {
	expect(by({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' })).toBe(true)
	expect(by({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' })).toBe(true)
	expect(by({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' })).toBe(true)
})

test('previews of links and what is fetched ahead are not', () => {
	expect(by({ 'user-agent': 'WhatsApp/2.23.20' })).toBe(false)
	expect(by({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' })).toBe(false)
	expect(by({ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' })).toBe(false)
	expect(by({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })).toBe(false)
	expect(by({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', purpose: 'prefetch' })).toBe(false)
})
