import { expect, test } from 'vitest'
import { isForeignForm } from './foreign-forms.ts'

const ask = (method: string, headers: Record<string, string> = {}) =>
	isForeignForm(new Request('https://zeitplatz.example/profile', { method, headers }))

test.each([
	['https://boese.example'],
	['https://zeitplatz.example.boese.example'],
	['http://zeitplatz.example'],
	['https://zeitplatz.example:8443'],
	['https://unter.zeitplatz.example'],
	['null'],
	['kein ursprung'],
	[''],
])('a form from %s is foreign', (origin) => {
	for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(ask(method, { origin })).toBe(true)
	expect(ask('GET', { origin })).toBe(false)
})

test('our own forms and programs pass; without Origin, Sec-Fetch-Site decides', () => {
	expect(ask('POST', { origin: 'https://zeitplatz.example', 'sec-fetch-site': 'same-origin' })).toBe(false)
	expect(ask('POST')).toBe(false)
	expect(ask('POST', { 'sec-fetch-site': 'same-origin' })).toBe(false)
	expect(ask('POST', { 'sec-fetch-site': 'none' })).toBe(false)
	for (const site of ['cross-site', 'same-site']) expect(ask('POST', { 'sec-fetch-site': site })).toBe(true)
})
