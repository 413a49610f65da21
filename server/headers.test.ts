import { expect, it } from 'vitest'
import { securityHeaders } from './headers.ts'

const SITE = 'https://zeitplatz.example'
const OWN = { script: 'sha256-x', supabaseUrl: SITE, production: true }
const policyOf = (changed: Partial<typeof OWN> & { formTarget?: string } = {}): string[] =>
	String(securityHeaders({ ...OWN, ...changed })['content-security-policy']).split('; ')

it('scripts run only by address or hash; a page cannot be framed, change its base or send its forms to other sites', () => {
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

it('the page that begins a payment sends its form on to the provider, and to nobody else', () => {
	expect(policyOf({ formTarget: 'https://checkout.stripe.com' })).toContain(
		"form-action 'self' https://checkout.stripe.com",
	)
})

it('a page talks to its own services only, with https by wss', () => {
	expect(policyOf()).toContain(`connect-src 'self' ${SITE} wss://zeitplatz.example`)
	const hosted = policyOf({ supabaseUrl: 'https://abc.supabase.example' })
	expect(hosted).toContain("connect-src 'self' https://abc.supabase.example wss://abc.supabase.example")
})

it('pictures and map tiles come from our own services only', () => {
	expect(policyOf()).toContain(`img-src 'self' data: blob: ${SITE}`)
})

it('other sites learn no path', () => {
	expect(securityHeaders(OWN)).toMatchObject({ 'referrer-policy': 'strict-origin-when-cross-origin' })
})
