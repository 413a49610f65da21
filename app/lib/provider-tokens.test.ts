import { expect, test } from 'vitest'
import type { AppServices } from './context.server.ts'
import { openJar } from './session-cookies.server.ts'
import { visitorClient } from './supabase.server.ts'

const SITE = 'http://site.example'
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const SESSION = {
	access_token: `${part({ alg: 'HS256' })}.${part({ sub: '1', exp: Date.now() / 1000 + 3600 })}.x`,
	refresh_token: 'renewal',
	token_type: 'bearer',
	expires_in: 3600,
	expires_at: Math.floor(Date.now() / 1000) + 3600,
	user: { id: '1', email: 'ada@example.org' },
	provider_token: 'token-of-the-service',
	provider_refresh_token: 'renewal-at-the-service',
}
const services = {
	siteUrl: SITE,
	supabase: {
		...{ url: SITE, publishableKey: 'key', secretKey: 'secret' },
		fetch: () => Promise.resolve(Response.json(SESSION, { headers: { 'content-length': '9999' } })),
	},
	signVisitor: () => undefined,
} as unknown as AppServices

test('the tokens of a sign-in service get into no cookie', async () => {
	const jar = openJar('zeitplatz-auth-code-verifier=base64-InZlcmlmaWVyIg', SITE)
	const client = visitorClient(services, { jar, address: '', userAgent: '' })
	const { data, error } = await client.auth.exchangeCodeForSession('code')
	expect(error).toBeNull()
	expect(data.session).toMatchObject({ refresh_token: 'renewal', user: { email: 'ada@example.org' } })
	const kept = jar.getAll().find(({ name }) => name === 'zeitplatz-auth')?.value ?? ''
	const text = Buffer.from(kept.replace('base64-', ''), 'base64url').toString()
	expect(text).toContain('renewal')
	expect(text).not.toContain('at-the-service')
	expect(text).not.toContain('of-the-service')
	expect(text).not.toContain('provider_token')
})
