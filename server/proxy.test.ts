import { expect, it } from 'vitest'
import { publicUrl } from './proxy.ts'

it('rebuilds the address that the browser used', () => {
	const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'zeitplatz.example' }
	const request = new Request('http://127.0.0.1:3000/listings?x=1', { headers })
	expect(publicUrl(request).url).toBe('https://zeitplatz.example/listings?x=1')
})

it('ignores forged schemes and hosts', () => {
	const headers = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/b@c' }
	expect(publicUrl(new Request('http://127.0.0.1:3000/', { headers })).url).toBe('http://127.0.0.1:3000/')
})
