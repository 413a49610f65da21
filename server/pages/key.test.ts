import { expect, it } from 'vitest'
import { pageKey } from './key.ts'

const key = (target: string, cookie?: string): string | undefined => pageKey('GET', target, { cookie })?.key

it('gives requests for the same page the same key', () => {
	expect(key('/listings?wo=Berlin&was=Massage&utm_source=x')).toBe('light /listings?was=Massage&wo=Berlin')
	expect(key('/listings?was=Massage&wo=Berlin', '_foreign=1')).toBe('light /listings?was=Massage&wo=Berlin')
	expect(key('/listings?merkmal=b&merkmal=a')).not.toBe(key('/listings?merkmal=a&merkmal=b'))
	expect(key('/', 'zeitplatz-theme=dark')).toBe('dark /')
	expect(key('/listings', 'zeitplatz-held=x.y')).toBe('light /listings')
	expect(key('/listings', 'zeitplatz-ort=berlin')).toBe('light /listings')
	expect(key('/', 'zeitplatz-ort=K%C3%B6ln')).toBe('light /')
	expect(key('/', 'zeitplatz-ort=berlin; zeitplatz-theme=dark')).toBe('dark zeitplatz-ort=berlin /')
	expect(pageKey('GET', '/', { cookie: 'zeitplatz-ort=berlin; zeitplatz-theme=dark' })?.cookie).toBe(
		'zeitplatz-theme=dark; zeitplatz-ort=berlin',
	)
})

it('has no page for visitors who are known', () => {
	for (const cookie of [
		'zeitplatz-auth=x',
		'__Host-zeitplatz-auth.0=x',
		'zeitplatz-auth.0=x; zeitplatz-theme=dark',
		'a=b; zeitplatz-hold=1',
		'zeitplatz-auth-redirect=%2Fadmin',
		'zeitplatz-neu=1',
	])
		expect([cookie, key('/listings', cookie)]).toEqual([cookie, undefined])
	expect(pageKey('GET', '/listings', { authorization: 'Bearer x' })).toBeUndefined()
})

it('has no page for other methods and addresses', () => {
	expect(pageKey('POST', '/listings', {})).toBeUndefined()
	for (const target of [
		'/admin/calendar',
		'/listings/anna/booking',
		'/p/CDFGHJKM',
		'/listings.data',
		'/assets/x.js',
		'/auth/login',
		'//evil/listings',
		`/listings?was=${'x'.repeat(700)}`,
	])
		expect([target, key(target)]).toEqual([target, undefined])
})
