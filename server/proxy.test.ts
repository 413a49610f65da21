import { describe, expect, it } from 'vitest'
import { publicUrl, visitorAddress } from './proxy.ts'

describe('the address that the browser used', () => {
	it('is rebuilt from what a trusted proxy says', () => {
		const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'zeitplatz.example' }
		const request = new Request('http://127.0.0.1:3000/listings?x=1', { headers })
		expect(publicUrl(request, true).url).toBe('https://zeitplatz.example/listings?x=1')
		expect(publicUrl(request, false)).toBe(request)
	})

	it('is not rebuilt from forged schemes and hosts', () => {
		const headers = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/b@c' }
		expect(publicUrl(new Request('http://127.0.0.1:3000/', { headers }), true).url).toBe('http://127.0.0.1:3000/')
	})
})

describe("the visitor's address", () => {
	const forged = new Headers({ 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })

	it('is the connection, whatever the visitor sends', () => {
		expect(visitorAddress(forged, '192.0.2.1', false)).toBe('192.0.2.1')
		expect(visitorAddress(new Headers(), '192.0.2.1', false)).toBe('192.0.2.1')
	})

	it('is the last address that a trusted proxy names, never one before it', () => {
		expect(visitorAddress(forged, '127.0.0.1', true)).toBe('198.51.100.7')
		expect(visitorAddress(new Headers(), '127.0.0.1', true)).toBe('127.0.0.1')
		expect(visitorAddress(new Headers({ 'x-forwarded-for': '' }), '127.0.0.1', true)).toBe('127.0.0.1')
	})
})
