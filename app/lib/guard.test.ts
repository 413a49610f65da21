import { describe, expect, it } from 'vitest'
import { guardFor, redirectCookie, requestedPath } from './guard.ts'

describe('guard', () => {
	it('covers the admin and the profile and nothing else', () => {
		expect(guardFor('/admin')?.login).toBe('/auth/login-company')
		expect(guardFor('/admin/company/location/1')?.login).toBe('/auth/login-company')
		expect(guardFor('/profile')?.login).toBe('/auth/login')
		expect(guardFor('/administration')).toBeUndefined()
		expect(guardFor('/auth/login')).toBeUndefined()
		expect(guardFor('/')).toBeUndefined()
	})

	it.each([
		['/Admin/neu'],
		['/ADMIN'],
		['/Admin/dashboard'],
		['/Profile'],
		['/%61dmin/calendar'],
		['/%41dmin/calendar'],
		['/admin/'],
		['//admin//dashboard/'],
		['/profile/angaben/'],
		['/admin/%2e/x'],
		['/admin%2Fdashboard'],
	])('covers %s, however it is spelt', (address) => expect(guardFor(address)).toBeDefined())

	it('covers the page that would be shown, however the address is spelled', () => {
		expect(guardFor('/nowhere', '/admin/company/location/:id')?.login).toBe('/auth/login-company')
		expect(guardFor('/profile', '/*')?.login).toBe('/auth/login')
		expect(guardFor('/', '/')).toBeUndefined()
		expect(guardFor('/admin-tipps', '/*')).toBeUndefined()
	})

	it('takes wildcards anywhere, in patterns and in exceptions', () => {
		const guards = [
			{
				include: ['/firma/*/intern', '*/geheim/*', '/a.b*c'],
				exclude: ['/firma/*/geheim/offen*'],
				login: '/in',
				home: '/',
			},
		]
		const covered = (address: string): boolean => guardFor(address, address, guards) !== undefined
		expect(
			['/firma/1/intern', '/firma/1/2/intern', '/x/geheim/y', '/a.b-c', '/firma/1/geheim/zu'].filter(
				(one) => !covered(one),
			),
		).toEqual([])
		expect(
			['/firma/1', '/firma/1/intern/x', '/geheim', '/axb-c', '/firma/1/geheim/offen', '/in'].filter(covered),
		).toEqual([])
	})

	it('returns to the requested path', () => {
		const cookie = redirectCookie('/admin/calendar?day=2026-11-23').split(';')[0] ?? ''
		expect(requestedPath(`other=1; ${cookie}`, '/admin')).toBe('/admin/calendar?day=2026-11-23')
		expect(requestedPath(null, '/admin')).toBe('/admin')
		expect(requestedPath('zeitplatz-auth-redirect-path=%2F.%2F%2Fevil.example', '/admin')).toBe('/admin')
		expect(requestedPath('zeitplatz-auth-redirect-path=%E0%A4%A', '/admin')).toBe('/admin')
	})
})
