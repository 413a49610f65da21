import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ confirmMail: false })
})
afterAll(() => server?.stop())

type Answer = {
	status: number
	refresh_token?: string
	access_token?: string
	error_code?: string
	user?: { id: string }
}

async function refresh(token: string, via: typeof fetch = server.fetch): Promise<Answer> {
	const response = await via('http://backend.test/auth/v1/token?grant_type=refresh_token', {
		method: 'POST',
		headers: { apikey: server.keys.publishable },
		body: JSON.stringify({ refresh_token: token }),
	})
	return { status: response.status, ...((await response.json()) as object) }
}

async function signUp(): Promise<string> {
	const { data } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD })
	return data.session?.refresh_token ?? ''
}

/** Moves all times of a session into the past. */
async function letPass(seconds: number): Promise<void> {
	await server.sql`update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds})`
}

const next = async (token: string): Promise<string> => (await refresh(token)).refresh_token ?? ''

test('exchanges a token once and keeps the session', async () => {
	const client = server.client()
	const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
	const { data: renewed, error } = await client.auth.refreshSession()
	expect(error).toBeNull()
	expect(renewed.session?.refresh_token).not.toBe(data.session?.refresh_token)
	expect(renewed.user?.id).toBe(data.user?.id)
	const rows = await server.sql`select 1 from auth.sessions where user_id = ${data.user?.id ?? ''}`
	expect(rows).toHaveLength(1)
})

test('gives 20 parallel refreshes over two processes the same new token', async () => {
	const other = await server.second()
	const token = await signUp()
	await Promise.all([server.warmUp(), other.warmUp()])
	const answers = await Promise.all(
		Array.from({ length: 20 }, (_item, at) => refresh(token, at % 2 ? other.fetch : server.fetch)),
	)
	await other.stop()
	expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
	const successors = new Set(answers.map((answer) => answer.refresh_token))
	expect(successors.size).toBe(1)
	const [successor] = successors
	expect(successor).not.toBe(token)
	expect((await refresh(successor ?? '')).status).toBe(200)
	const active = await server.sql`
		select 1 from auth.refresh_tokens where not revoked and user_id = ${answers[0]?.user?.id ?? ''}`
	expect(active).toHaveLength(1)
})

test('gives the new token again while it is unused, because the first answer may have got lost', async () => {
	const first = await signUp()
	const second = await next(first)
	await letPass(60)
	expect(await next(first)).toBe(second)
})

test('gives the active token for an older one within 10 seconds', async () => {
	const first = await signUp()
	const third = await next(await next(first))
	expect(await next(first)).toBe(third)
})

test('takes a later second use for a theft and ends the session', async () => {
	const first = await signUp()
	const third = await next(await next(first))
	await letPass(11)
	expect(await refresh(first)).toMatchObject({ status: 400, error_code: 'refresh_token_already_used' })
	expect(await refresh(third)).toMatchObject({ status: 400, error_code: 'refresh_token_already_used' })
	expect(await refresh(first)).toMatchObject({ status: 400, error_code: 'refresh_token_already_used' })
	const [entry] =
		await server.sql`select payload from auth.audit_log_entries where payload ->> 'action' = 'token_revoked'`
	expect(entry).toBeTruthy()
})

test('access ends with the session after a theft', async () => {
	const client = server.client()
	const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
	const first = data.session?.refresh_token ?? ''
	await next(await next(first))
	await letPass(11)
	await refresh(first)
	expect((await client.auth.getUser()).error?.code).toBe('session_expired')
})

test.each(['', 'unknown', 'x'.repeat(5000), '\0'])('refuses an unknown token', async (token) => {
	const answer = await refresh(token)
	expect(answer.status).toBe(400)
	expect(answer.error_code).toBe(token ? 'refresh_token_not_found' : 'validation_failed')
})
