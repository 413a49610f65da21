import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoftwareKey, type SoftwareKey } from './mfa/software-key.ts'
import { newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({
		confirmMail: false,
		auth: { webauthn: { rpId: 'site.test', rpName: 'Site', origins: [SITE_URL] } },
	})
})
afterAll(() => server?.stop())

const newKey = (): SoftwareKey => createSoftwareKey('site.test', SITE_URL)

async function withPasskey(key = newKey()) {
	const client = server.client()
	const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
	const started = await client.auth.passkey.startRegistration()
	if (!started.data) throw new Error('not started')
	const credential = key.create(started.data.options) as never
	const made = await client.auth.passkey.verifyRegistration({ challengeId: started.data.challenge_id, credential })
	return { client, key, userId: data.user?.id ?? '', made }
}

async function signIn(key: SoftwareKey, change: (answer: Record<string, unknown>) => unknown = (answer) => answer) {
	const client = server.client()
	const { data } = await client.auth.passkey.startAuthentication()
	if (!data) throw new Error('not started')
	const credential = change(key.get(data.options)) as never
	const verify = () => client.auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential })
	return { ...(await verify()), client, verify }
}

test('signs in with a passkey alone', async () => {
	const { client, key, userId, made } = await withPasskey()
	expect(made.error).toBeNull()
	const { data, error, client: other } = await signIn(key)
	expect(error).toBeNull()
	expect(data?.user?.id).toBe(userId)
	expect((await other.auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
	expect((await client.auth.passkey.list()).data).toMatchObject([
		{ id: made.data?.id, last_used_at: expect.any(String) },
	])
	const renamed = await client.auth.passkey.update({ passkeyId: made.data?.id ?? '', friendlyName: 'Laptop' })
	expect(renamed.data?.friendly_name).toBe('Laptop')
	expect((await client.auth.passkey.delete({ passkeyId: made.data?.id ?? '' })).error).toBeNull()
	expect((await signIn(key)).error).toMatchObject({ code: 'webauthn_verification_failed' })
})

test('refuses a replay, another site, another user and an unregistered key', async () => {
	const { key } = await withPasskey()
	const first = await signIn(key)
	expect(first.error).toBeNull()
	expect((await first.verify()).error).toMatchObject({ code: 'webauthn_challenge_not_found' })
	const elsewhere = createSoftwareKey('site.test', 'https://evil.example')
	expect((await withPasskey(elsewhere)).made.error).toMatchObject({ code: 'webauthn_verification_failed' })
	const unknown = newKey()
	unknown.create({ challenge: 'x', user: { id: Buffer.from('nobody').toString('base64url') } })
	expect((await signIn(unknown)).error).toMatchObject({ code: 'webauthn_verification_failed' })
	const { userId } = await withPasskey()
	const stolen = await signIn(key, (answer) => ({
		...answer,
		response: { ...(answer.response as object), userHandle: Buffer.from(userId).toString('base64url') },
	}))
	expect(stolen.error).toMatchObject({ code: 'webauthn_verification_failed' })
})

test('failed sign-ins are counted in the audit log, for the account of a known passkey', async () => {
	const read = () => server.sql<{ who: string; count: string; reason: string }[]>`
		select payload ->> 'actor_id' as who, payload #>> '{traits,count}' as count, payload #>> '{traits,reason}' as reason
		from auth.audit_log_entries where payload ->> 'action' = 'passkey_failed' order by 2 desc`
	await server.sql`delete from auth.audit_log_entries`
	const { key, userId } = await withPasskey()
	const spoilt = (answer: Record<string, unknown>) => ({
		...answer,
		response: { ...(answer.response as object), signature: 'AAAA' },
	})
	expect((await signIn(key, spoilt)).error).not.toBeNull()
	await expect.poll(read).toEqual([{ who: userId, count: '1', reason: 'webauthn_verification_failed' }])
	const unknown = newKey()
	unknown.create({ challenge: 'x', user: { id: Buffer.from('nobody').toString('base64url') } })
	expect((await signIn(unknown)).error).not.toBeNull()
	await expect.poll(async () => (await read()).map(({ who }) => who)).toContain('00000000-0000-0000-0000-000000000000')
	const before = await read()
	expect((await signIn(key)).error).toBeNull()
	expect(await read()).toEqual(before)
})

test('users cannot see or change passkeys of others; the secret key can', async () => {
	const { made, userId } = await withPasskey()
	const passkeyId = made.data?.id ?? ''
	const { client } = await withPasskey()
	expect((await client.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject({ status: 404 })
	expect((await client.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 })
	expect((await client.auth.passkey.list()).data).toHaveLength(1)
	const { passkey } = server.client({ secret: true }).auth.admin
	expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }])
	expect((await passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
	expect((await passkey.listPasskeys({ userId })).data).toEqual([])
})

test('is off by default', async () => {
	const off = await startTestServer()
	try {
		expect((await off.client().auth.passkey.startAuthentication()).error).toMatchObject({
			status: 422,
			code: 'passkey_disabled',
		})
	} finally {
		await off.stop()
	}
})
