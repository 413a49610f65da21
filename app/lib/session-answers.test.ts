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
let answer = SESSION
const services = {
	siteUrl: SITE,
	supabase: {
		...{ url: SITE, publishableKey: 'key', secretKey: 'secret' },
		fetch: () => Promise.resolve(Response.json(answer, { headers: { 'content-length': '9999' } })),
	},
	signVisitor: () => undefined,
} as unknown as AppServices

const signIn = async () => {
	const jar = openJar('zeitplatz-auth-code-verifier=base64-InZlcmlmaWVyIg', SITE)
	const client = visitorClient(services, { jar, address: '', userAgent: '' })
	return { jar, client, ...(await client.auth.exchangeCodeForSession('code')) }
}

test('the tokens of a sign-in service never get into a cookie', async () => {
	const { jar, data, error } = await signIn()
	expect(error).toBeNull()
	expect(data.session).toMatchObject({ refresh_token: 'renewal', user: { email: 'ada@example.org' } })
	const kept = jar.getAll().find(({ name }) => name === 'zeitplatz-auth')?.value ?? ''
	const text = Buffer.from(kept.replace('base64-', ''), 'base64url').toString()
	expect(text).toContain('renewal')
	expect(text).not.toContain('at-the-service')
	expect(text).not.toContain('of-the-service')
	expect(text).not.toContain('provider_token')
})

test('the data of an account never get into a cookie, and its id stays known', async () => {
	answer = { ...SESSION, user: { ...SESSION.user, user_metadata: { name: 'w'.repeat(9_000) } } as never }
	const { jar, client, data } = await signIn()
	expect(data.user?.user_metadata.name).toHaveLength(9_000)
	const names = jar.getAll().map(({ name }) => name)
	expect(names.filter((name) => name.startsWith('zeitplatz-auth') && !name.includes('verifier'))).toEqual([
		'zeitplatz-auth',
	])
	expect(Buffer.from(jar.getAll()[0]?.value.replace('base64-', '') ?? '', 'base64url').toString()).not.toContain('www')
	expect((await client.auth.getSession()).data.session?.access_token).toBe(SESSION.access_token)
})

test('a session that is too large for cookies is refused with an error code', async () => {
	answer = { ...SESSION, access_token: `${SESSION.access_token}${'x'.repeat(9_000)}` }
	const { jar, data, error } = await signIn()
	expect(error?.code).toBe('session_too_large')
	expect(data.session).toBeNull()
	expect(jar.filled).toBe(false)
})
