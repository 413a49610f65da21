import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	BACKEND_URL,
	newEmail,
	newPhone,
	PASSWORD,
	SITE_URL,
	startTestServer,
	type TestServer,
} from '../test-server.ts'
import { createSoftwareKey } from './software-key.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({
		confirmMail: false,
		auth: {
			mfa: { phone: true, webauthn: true },
			webauthn: { rpId: 'site.test', rpName: 'Site', origins: [SITE_URL] },
		},
	})
})
afterAll(() => server?.stop())

async function signedUp() {
	const client = server.client()
	const email = newEmail()
	const { data } = await client.auth.signUp({ email, password: PASSWORD })
	return { client, email, userId: data.user?.id ?? '' }
}

/** Codes of later periods, so that a test can prove a factor several times within a minute. */
const codeOf = (secret: string, periods = 0): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

async function withTotp(name = 'App') {
	const user = await signedUp()
	const { data } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
	if (!data) throw new Error('not enrolled')
	const { secret } = data.totp
	const raised = await user.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret, -1) })
	expect(raised.error).toBeNull()
	return { ...user, factorId: data.id, secret }
}

const claimsOf = async (client: SupabaseClient) => (await client.auth.getClaims()).data?.claims
const signIn = async (email: string) => {
	const client = server.client()
	await client.auth.signInWithPassword({ email, password: PASSWORD })
	return client
}

test('sets up an authenticator app and raises the session by it', async () => {
	const { client, email } = await signedUp()
	const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Some site' })
	expect(error).toBeNull()
	expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/Some%20site:/)
	expect(decodeURIComponent(data?.totp.uri ?? '')).toContain(email)
	expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
	const factorId = data?.id ?? ''
	expect((await client.auth.mfa.listFactors()).data).toMatchObject({
		all: [{ id: factorId, status: 'unverified' }],
		totp: [],
	})
	expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: 'aal1',
		nextLevel: 'aal1',
	})
	const challenge = await client.auth.mfa.challenge({ factorId })
	expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
	const right = codeOf(data?.totp.secret ?? '')
	const wrong = right === '000000' ? '111111' : '000000'
	const challengeId = challenge.data?.id ?? ''
	const failed = await client.auth.mfa.verify({ factorId, challengeId, code: wrong })
	expect(failed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
	const raised = await client.auth.mfa.verify({ factorId, challengeId, code: right })
	expect(raised.error).toBeNull()
	expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
	expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: 'aal2',
		nextLevel: 'aal2',
	})
	expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, friendly_name: 'App' }])
	// A refreshed session stays raised and keeps its methods.
	await client.auth.refreshSession()
	expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
})

test('accepts no code twice, not even for another challenge or at the same time', async () => {
	const { client, secret, factorId, email } = await withTotp()
	const used = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -1) })
	expect(used.error?.code).toBe('mfa_verification_failed')
	const clients = await Promise.all(Array.from({ length: 5 }, () => signIn(email)))
	const code = codeOf(secret, 1)
	const results = await Promise.all(clients.map((each) => each.auth.mfa.challengeAndVerify({ factorId, code })))
	expect(results.filter(({ error }) => error === null)).toHaveLength(1)
})

test('ends the sessions that have not shown the factor once it is verified', async () => {
	const { email, client } = await signedUp()
	const older = await signIn(email)
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	expect((await older.auth.getUser()).error).toBeNull()
	await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(data?.totp.secret ?? '') })
	expect((await older.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('a session without the factor cannot change anything that signing in depends on', async () => {
	const { email, factorId, userId } = await withTotp()
	const low = await signIn(email)
	expect(await claimsOf(low)).toMatchObject({ aal: 'aal1' })
	expect((await low.auth.updateUser({ password: 'another good password' })).error?.code).toBe('insufficient_aal')
	expect((await low.auth.updateUser({ email: newEmail() })).error?.code).toBe('insufficient_aal')
	expect((await low.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
	expect((await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error?.code).toBe('insufficient_aal')
	expect((await low.auth.mfa.enroll({ factorType: 'phone', phone: newPhone(), friendlyName: 'b' })).error?.code).toBe(
		'insufficient_aal',
	)
	// Another user's session proves nothing with this factor.
	const stranger = (await signedUp()).client
	expect((await stranger.auth.mfa.challenge({ factorId })).error).toMatchObject({
		status: 404,
		code: 'mfa_factor_not_found',
	})
	expect((await stranger.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
	const [{ count } = { count: 0 }] = await server.sql<{ count: number }[]>`
		select count(*)::int as count from auth.mfa_factors where user_id = ${userId}`
	expect(count).toBe(1)
})

test('data that requires aal2 is closed to a token of aal1', async () => {
	const { client, email } = await withTotp()
	const low = await signIn(email)
	await server.sql`create table if not exists public.vault (secret text)`
	await server.sql`insert into public.vault values ('behind two factors')`
	await server.sql`alter table public.vault enable row level security`
	await server.sql`grant select on public.vault to authenticated`
	await server.sql`create policy two_factors on public.vault for select to authenticated
		using ((select auth.jwt() ->> 'aal') = 'aal2')`
	const rows = async (from: SupabaseClient): Promise<Iterable<unknown>> => {
		const { data } = await from.auth.getSession()
		const { role, claims } = await server.caller(data.session?.access_token ?? '')
		return server.sql.begin(async (tx) => {
			await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
			return tx`select * from public.vault`
		})
	}
	expect([...(await rows(low))]).toEqual([])
	expect([...(await rows(client))]).toHaveLength(1)
})

test("removes a factor; the session's next token is aal1", async () => {
	const { client, factorId } = await withTotp()
	expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
	expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
	await client.auth.refreshSession()
	expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
})

test('names are unique, and the number of factors is limited', async () => {
	const { client } = await signedUp()
	await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one' })
	const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one' })
	expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
	for (let at = 0; at < 9; at += 1) await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `n${at}` })
	const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'last' })
	expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
	expect((await client.auth.mfa.enroll({ factorType: 'other' as 'totp' })).error?.code).toBe('validation_failed')
})

test('a challenge expires, and belongs to its factor and address', async () => {
	const { client, factorId, secret } = await withTotp()
	const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
	await server.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${challengeId}`
	const late = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
	expect(late.error?.code).toBe('mfa_challenge_expired')
	const none = await client.auth.mfa.verify({ factorId, challengeId: randomUUID(), code: codeOf(secret) })
	expect(none.error?.code).toBe('mfa_factor_not_found')
	const moved = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
	await server.sql`update auth.mfa_challenges set ip_address = '192.0.2.1' where id = ${moved}`
	const { data } = await client.auth.getSession()
	const response = await server.request(`/factors/${factorId}/verify`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.session?.access_token}`, 'x-forwarded-for': '192.0.2.2' },
		body: JSON.stringify({ challenge_id: moved, code: codeOf(secret) }),
	})
	expect(await response.json()).toMatchObject({ error_code: 'mfa_ip_address_mismatch' })
})

test('limits guesses', async () => {
	const limited = await startTestServer({ confirmMail: false, rateLimits: true })
	try {
		const client = limited.client()
		await client.auth.signUp({ email: newEmail(), password: PASSWORD })
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const codes: (string | undefined)[] = []
		for (let at = 0; at < 11; at += 1) {
			const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: 'abcdef' })
			codes.push(error?.code)
		}
		expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'mfa_verification_failed'))
		expect(codes[10]).toBe('over_request_rate_limit')
	} finally {
		await limited.stop()
	}
})

test('a phone can be a factor: a code to its number raises the session', async () => {
	const { client } = await signedUp()
	const phone = newPhone()
	const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
	expect(error).toBeNull()
	expect(data).toMatchObject({ type: 'phone', phone: `+${phone}` })
	const factorId = data?.id ?? ''
	const first = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
	const codeFor = (): string =>
		/\d{6}/.exec(server.texts.findLast(({ to }) => to === `+${phone}`)?.text ?? '')?.[0] ?? ''
	const old = codeFor()
	const second = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
	// By chance both messages may have the same digits; then any other digits will do.
	const wrong = old === codeFor() ? '12345' : old
	const crossed = await client.auth.mfa.verify({ factorId, challengeId: second.data?.id ?? '', code: wrong })
	expect(crossed.error?.code).toBe('mfa_verification_failed')
	expect(
		(await client.auth.mfa.verify({ factorId, challengeId: second.data?.id ?? '', code: codeFor() })).error,
	).toBeNull()
	expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, { method: 'password' }] })
	expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone }])
	expect(first.data?.type).toBe('phone')
})

test('a security key can be a factor: registered once, asked for afterwards', async () => {
	const { client, email } = await signedUp()
	const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
	const factorId = data?.id ?? ''
	const key = createSoftwareKey('site.test', SITE_URL)
	const post = async (from: SupabaseClient, path: string, body: unknown) => {
		const token = (await from.auth.getSession()).data.session?.access_token
		const response = await server.request(`/factors/${factorId}/${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body: JSON.stringify(body),
		})
		return { status: response.status, body: await response.json() }
	}
	const prove = (from: SupabaseClient, challengeId: string, type: string, credential: unknown) =>
		post(from, 'verify', { challenge_id: challengeId, webauthn: { type, credential_response: credential } })
	const created = (await post(client, 'challenge', {})).body
	expect(created).toMatchObject({
		type: 'webauthn',
		webauthn: { type: 'create', credential_options: { publicKey: { rp: { id: 'site.test' } } } },
	})
	const options = created.webauthn.credential_options.publicKey
	const phished = createSoftwareKey('site.test', 'https://site.test.evil.example')
	const refused = await prove(client, created.id, 'create', phished.create(options))
	expect(refused).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } })
	expect((await prove(client, created.id, 'create', key.create(options))).status).toBe(200)
	const again = await signIn(email)
	const asked = (await post(again, 'challenge', {})).body
	expect(asked.webauthn.type).toBe('request')
	const request = asked.webauthn.credential_options.publicKey
	const other = createSoftwareKey('site.test', SITE_URL)
	other.create(options)
	expect((await prove(again, asked.id, 'request', other.get(request))).status).toBe(422)
	const answer = key.get(request)
	const raised = await prove(again, asked.id, 'request', answer)
	expect(raised).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
	expect((await server.caller(raised.body.access_token)).claims).toMatchObject({
		aal: 'aal2',
		amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
	})
	expect((await prove(again, asked.id, 'request', answer)).body.error_code).toBe('mfa_ip_address_mismatch')
})

test('recovery codes replace a lost factor, each once', async () => {
	const { client, email, factorId } = await withTotp()
	const { data: session } = await client.auth.getSession()
	const experimental = createClient(BACKEND_URL, server.keys.publishable, {
		global: { fetch: server.fetch },
		auth: {
			persistSession: false,
			autoRefreshToken: false,
			storageKey: randomUUID(),
			experimental: { recoveryCodes: true },
		},
	})
	await experimental.auth.setSession(session.session!)
	const codes = experimental.auth.mfa.recoveryCodes
	expect((await codes.getStatus()).error?.code).toBe('mfa_factor_not_found')
	const { data, error } = await codes.generate({ friendlyName: 'Paper' })
	expect(error).toBeNull()
	expect(data?.codes).toHaveLength(10)
	expect((await codes.generate()).error?.code).toBe('mfa_verified_factor_exists')
	const stored = JSON.stringify(await server.sql`select * from auth.mfa_recovery_codes`)
	for (const code of data?.codes ?? []) expect(stored).not.toContain(code)
	const low = await signIn(email)
	const { data: lowSession } = await low.auth.getSession()
	await experimental.auth.setSession(lowSession.session!)
	expect((await codes.regenerate()).error?.code).toBe('insufficient_aal')
	expect((await codes.verify({ code: 'aaaabbbbccccdddd' })).error?.code).toBe('mfa_verification_failed')
	const typed = (data?.codes[0] ?? '').toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
	expect((await codes.verify({ code: typed })).error).toBeNull()
	expect((await codes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
	expect((await experimental.auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal2' })
	expect((await codes.verify({ code: typed })).error?.code).toBe('mfa_verification_failed')
	for (let at = 0; at < 9; at += 1) await codes.verify({ code: 'wrong' })
	expect((await codes.verify({ code: data?.codes[1] ?? '' })).error).toMatchObject({
		status: 429,
		code: 'mfa_recovery_codes_locked',
	})
	// Without another factor the codes would be the only one.
	expect((await experimental.auth.mfa.unenroll({ factorId })).error).toBeNull()
	expect((await codes.getStatus()).error?.code).toBe('mfa_factor_not_found')
})

test('the secret key lists and removes factors of any user', async () => {
	const { userId, factorId, client } = await withTotp()
	const { mfa } = server.client({ secret: true }).auth.admin
	const listed = await mfa.listFactors({ userId })
	expect(listed.data?.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
	expect(JSON.stringify(listed)).not.toContain('secret')
	expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
	expect((await mfa.listFactors({ userId })).data?.factors).toEqual([])
	expect((await mfa.deleteFactor({ userId, id: factorId })).error).toMatchObject({ status: 404 })
	expect((await client.auth.admin.mfa.listFactors({ userId })).error?.code).toBe('not_admin')
	const rows = await server.sql`select payload ->> 'action' as action from auth.audit_log_entries
		where payload ->> 'actor_id' = ${userId}`
	expect(rows.map(({ action }) => action)).toEqual(
		expect.arrayContaining(['factor_in_progress', 'challenge_created', 'verification_attempted', 'factor_deleted']),
	)
})
