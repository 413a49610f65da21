import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSoftwareKey } from './mfa/software-key.ts'
import { AUTH_ROUTES } from './service.ts'
import { newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

// The caller knows only the password of an account with a second factor.

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({
		confirmMail: false,
		auth: {
			phone: { enabled: true },
			manualLinking: true,
			passkeys: true,
			mfa: { webauthn: true, phone: true },
			webauthn: { rpId: 'site.test', rpName: 'Site', origins: [SITE_URL] },
			providers: { google: { clientId: 'client', secret: 'secret' } },
		},
	})
})
afterAll(() => server?.stop())

const codeOf = (secret: string, periods = 0): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

type Account = {
	full: SupabaseClient
	half: SupabaseClient
	email: string
	id: string
	factorId: string
	secret: string
}
let account: Account
beforeEach(async () => {
	const full = server.client()
	const email = newEmail()
	const { data } = await full.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Owner' } } })
	const enrolled = await full.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
	const { id: factorId, totp } = enrolled.data ?? { id: '', totp: { secret: '' } }
	const raised = await full.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, -1) })
	if (raised.error) throw raised.error
	const half = server.client()
	await half.auth.signInWithPassword({ email, password: PASSWORD })
	account = { full, half, email, id: data.user?.id ?? '', factorId, secret: totp.secret }
})

async function call(from: SupabaseClient, route: string, body: unknown = {}, query = '') {
	const [method = '', path = ''] = route.split(' ')
	const { data } = await from.auth.getSession()
	const response = await server.request(path.replaceAll('*', randomUUID()) + query, {
		method,
		headers: { authorization: `Bearer ${data.session?.access_token}` },
		...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	return {
		status: response.status,
		code: text.startsWith('{') ? (JSON.parse(text) as { error_code?: string }).error_code : '',
	}
}

/**
 * What a half session is allowed to do: see its user, show the factor, end itself. `POST /logout` with its scopes has a test of
 * its own.
 */
const ALLOWED = [
	'GET /user',
	'POST /logout',
	'POST /factors/*/challenge',
	'POST /factors/*/verify',
	'POST /factors/recovery-codes/verify',
]
/** Routes that need no session, but a key, a secret of their own or nothing. */
const WITHOUT_SESSION =
	/^(GET \/(health|settings|\.well-known.*|verify|authorize|callback)|POST \/(signup|token|otp|magiclink|sso|recover|resend|verify|callback|invite|passkeys\/authentication\/.*)|\w+ \/admin\/.*)$/

test.each(AUTH_ROUTES.filter((route) => !WITHOUT_SESSION.test(route) && !ALLOWED.includes(route)))(
	'%s refuses a session without the second factor',
	async (route) => {
		expect(await call(account.half, route)).toMatchObject({ code: 'insufficient_aal' })
		expect((await call(account.full, route)).code).not.toBe('insufficient_aal')
	},
)

test('linking with an ID token is refused as well', async () => {
	const body = { provider: 'google', id_token: 'a.b.c', link_identity: true }
	expect((await call(account.half, 'POST /token', body, '?grant_type=id_token')).code).toBe('insufficient_aal')
})

test.each(['global', 'others'])('ends no other session, with scope %s', async (scope) => {
	const { full, half } = account
	expect(await call(half, 'POST /logout', {}, `?scope=${scope}`)).toEqual({ status: 401, code: 'insufficient_aal' })
	expect((await full.auth.getUser()).error).toBeNull()
	expect((await full.auth.refreshSession()).error).toBeNull()
})

test('can sign out, be refreshed, see its user and show the factor', async () => {
	const { full, half, factorId, secret, email } = account
	expect((await half.auth.refreshSession()).error).toBeNull()
	expect((await half.auth.getUser()).data.user?.email).toBe(email)
	const other = server.client()
	await other.auth.signInWithPassword({ email, password: PASSWORD })
	expect((await other.auth.signOut({ scope: 'local' })).error).toBeNull()
	expect((await full.auth.getUser()).error).toBeNull()
	expect((await half.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull()
	expect((await half.auth.updateUser({ data: { name: 'Changed' } })).data.user?.user_metadata.name).toBe('Changed')
})

test.each([
	['metadata', { data: { name: 'Somebody' } }],
	['the address', { email: newEmail() }],
	['the number', { phone: '+49171000000' }],
	['the password', { password: 'another good password' }],
	['the password by the present one', { password: 'another good password', current_password: PASSWORD }],
] as const)('cannot change %s', async (_what, change) => {
	const before = await server.sql`select to_jsonb(u) as row from auth.users u where id = ${account.id}`
	expect((await account.half.auth.updateUser({ ...change })).error).toMatchObject({
		status: 401,
		code: 'insufficient_aal',
	})
	expect([...(await server.sql`select to_jsonb(u) as row from auth.users u where id = ${account.id}`)]).toEqual([
		...before,
	])
})

test('cannot use a key of its own to finish an abandoned enrolment of a factor', async () => {
	const { full, half } = account
	const { data } = await full.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Begun' })
	const factor = data?.id ?? ''
	const post = async (from: SupabaseClient, path: string, body: unknown = {}) => {
		const token = (await from.auth.getSession()).data.session?.access_token
		const response = await server.request(`/factors/${factor}/${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body: JSON.stringify(body),
		})
		return response.json()
	}
	expect(await post(half, 'challenge')).toMatchObject({ error_code: 'insufficient_aal' })
	const asked = await post(full, 'challenge')
	const key = createSoftwareKey('site.test', SITE_URL)
	const credential_response = key.create(asked.webauthn.credential_options.publicKey)
	const answer = { challenge_id: asked.id, webauthn: { type: 'create', credential_response } }
	expect(await post(half, 'verify', answer)).toMatchObject({ error_code: 'insufficient_aal' })
	expect(await post(full, 'verify', answer)).toMatchObject({ access_token: expect.any(String) })
})
