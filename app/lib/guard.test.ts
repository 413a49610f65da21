import { describe, expect, it } from 'vitest'
import { guardFor, redirectCookie, requestedPath, safePath } from './guard.ts'

describe('guard', () => {
	it('covers the admin and the profile and nothing else', () => {
		expect(guardFor('/admin')?.login).toBe('/auth/login-company')
		expect(guardFor('/admin/company/location/1')?.login).toBe('/auth/login-company')
		expect(guardFor('/profile')?.login).toBe('/auth/login')
		expect(guardFor('/administration')).toBeUndefined()
		expect(guardFor('/auth/login')).toBeUndefined()
		expect(guardFor('/')).toBeUndefined()
	})

	it('returns to the requested path', () => {
		const cookie = redirectCookie('/admin/calendar?day=2026-11-23', false).split(';')[0] ?? ''
		expect(requestedPath(`other=1; ${cookie}`, '/admin')).toBe('/admin/calendar?day=2026-11-23')
		expect(requestedPath(null, '/admin')).toBe('/admin')
		expect(requestedPath('zeitplatz-auth-redirect-path=%E0%A4%A', '/admin')).toBe('/admin')
	})

	it('never leaves the site', () => {
		for (const path of [
			'//evil.example',
			'/\\evil.example',
			'https://evil.example',
			'/\t/evil.example',
			'javascript:1',
			'',
		]) {
			expect({ path, safe: safePath(path) }).toEqual({ path, safe: undefined })
		}
		expect(safePath('/listings/anna?x=1#zeiten')).toBe('/listings/anna?x=1#zeiten')
	})
})
