import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

// Failures, and changes to their own account, must not sign people out.

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ confirmMail: false })
})
afterAll(() => server?.stop())

async function signedUp(): Promise<{ client: SupabaseClient; email: string; token: string }> {
	const client = server.client()
	const email = newEmail()
	const { data } = await client.auth.signUp({ email, password: PASSWORD })
	return { client, email, token: data.session?.refresh_token ?? '' }
}

type Answer = { status: number; refresh_token?: string }

async function refresh(token: string, via: typeof fetch): Promise<Answer> {
	const response = await via('http://backend.test/auth/v1/token?grant_type=refresh_token', {
		method: 'POST',
		headers: { apikey: server.keys.publishable },
		body: JSON.stringify({ refresh_token: token }),
	})
	return { status: response.status, ...((await response.json()) as object) }
}

test('a refresh that fails halfway can be repeated with the same token', async () => {
	const { token } = await signedUp()
	await server.sql.unsafe(`create function public.fail() returns trigger language plpgsql as
		$$ begin raise exception using errcode = '53100', message = 'no space left'; end $$`)
	for (const [when, table] of [
		['insert', 'refresh_tokens'],
		['update', 'sessions'],
		['insert', 'audit_log_entries'],
	]) {
		await server.sql.unsafe(
			`create trigger fail after ${when} on auth.${table} for each statement execute function public.fail()`,
		)
		expect((await refresh(token, server.fetch)).status).toBeGreaterThanOrEqual(500)
		await server.sql.unsafe(`drop trigger fail on auth.${table}`)
	}
	const renewed = await refresh(token, server.fetch)
	expect(renewed.status).toBe(200)
	expect((await refresh(renewed.refresh_token ?? '', server.fetch)).status).toBe(200)
})

test('a session continues in a new process, after all counters are lost', async () => {
	const { token, client } = await signedUp()
	await server.sql`truncate auth.rate_limits`
	const other = await server.second()
	expect((await refresh(token, other.fetch)).status).toBe(200)
	await other.stop()
	expect((await client.auth.getUser()).error).toBeNull()
})

test('people who change their own account stay signed in: password, data, address, second factor', async () => {
	const { client } = await signedUp()
	const stays = async (): Promise<void> => {
		expect((await client.auth.refreshSession()).error).toBeNull()
		expect((await client.auth.getUser()).error).toBeNull()
	}
	await client.auth.updateUser({ password: 'a brand new password' })
	await stays()
	await client.auth.updateUser({ data: { name: 'Ada' } })
	await stays()
	expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull()
	await stays()
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate()
	expect((await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull()
	await stays()
	expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
	await stays()
	expect((await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull()
	await stays()
})

test('guesses and requests of strangers end no session', async () => {
	const { client, email } = await signedUp()
	const stranger = server.client()
	for (let at = 0; at < 12; at += 1) await stranger.auth.signInWithPassword({ email, password: `guess ${at}` })
	await stranger.auth.resetPasswordForEmail(email)
	await stranger.auth.signInWithOtp({ email })
	await stranger.auth.signUp({ email, password: 'the password of a stranger' })
	expect((await client.auth.refreshSession()).error).toBeNull()
	expect((await client.auth.getUser()).error).toBeNull()
})
