import { expect, it } from 'vitest'
import { securityHeaders } from './headers.ts'

const SITE = 'https://zeitplatz.example'
const OWN = { script: 'sha256-x', supabaseUrl: SITE, production: true }
const policyOf = (changed: Partial<typeof OWN> & { tileUrl?: string } = {}): string[] =>
	String(securityHeaders({ ...OWN, ...changed })['content-security-policy']).split('; ')

it('own scripts run by address or hash alone; nobody frames a page, moves its base or sends its forms elsewhere', () => {
	expect(policyOf()).toEqual(
		expect.arrayContaining([
			"default-src 'self'",
			"script-src 'self' 'sha256-x'",
			"style-src 'self'",
			"object-src 'none'",
			"base-uri 'none'",
			"frame-ancestors 'none'",
			"form-action 'self'",
		]),
	)
})

it('a page talks to its own services only, with https by wss', () => {
	expect(policyOf()).toContain(`connect-src 'self' ${SITE} wss://zeitplatz.example`)
	const hosted = policyOf({ supabaseUrl: 'https://abc.supabase.example' })
	expect(hosted).toContain("connect-src 'self' https://abc.supabase.example wss://abc.supabase.example")
})

it('pictures of maps come from the server of the setting and from no other', () => {
	const pictures = (tileUrl?: string) => policyOf({ tileUrl }).find((part) => part.startsWith('img-src'))
	expect(pictures()).toBe(`img-src 'self' data: blob: ${SITE}`)
	expect(pictures('https://{s}.tiles.example/{z}/{x}/{y}.png')).toBe(
		`img-src 'self' data: blob: ${SITE} https://*.tiles.example`,
	)
})

it('other sites learn no path', () => {
	expect(securityHeaders(OWN)).toMatchObject({ 'referrer-policy': 'strict-origin-when-cross-origin' })
})
