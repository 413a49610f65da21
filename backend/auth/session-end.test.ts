import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOld } from './cleanup.ts'
import { resolveOptions } from './options.ts'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

const SESSIONS = { timeboxDays: 400, inactivityDays: 30 }
let limited: TestServer
let hosted: TestServer
beforeAll(async () => {
	const options = { confirmMail: false }
	;[limited, hosted] = await Promise.all([
		startTestServer({ ...options, auth: { sessions: SESSIONS } }),
		startTestServer(options),
	])
})
afterAll(() => Promise.all([limited?.stop(), hosted?.stop()]))

/**
 * Creates a session that began and was last refreshed some days ago; returns the results of using its access token and
 * its refresh token.
 */
async function aged(server: TestServer, { began, renewed }: { began: number; renewed: number | null }) {
	const client = server.client()
	const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
	const id = data.user?.id ?? ''
	await server.sql`update auth.sessions set created_at = now() - make_interval(days => ${began}),
		refreshed_at = (now() - make_interval(days => ${renewed})) at time zone 'utc' where user_id = ${id}`
	const seen = await client.auth.getUser(data.session?.access_token)
	const refreshed = await client.auth.refreshSession(data.session ?? undefined)
	return { id, answer: [seen.error?.code ?? 'seen', refreshed.error?.code ?? 'renewed'] }
}

test.each([
	['that is new', { began: 0, renewed: null }, 'lives'],
	['of which nobody has heard for 29 days', { began: 100, renewed: 29 }, 'lives'],
	['of which nobody has heard for 30 days', { began: 100, renewed: 30 }, 'ends'],
	['that was never renewed in 30 days', { began: 30, renewed: null }, 'ends'],
	['that is 399 days old and used', { began: 399, renewed: 0 }, 'lives'],
	['that is 400 days old and used', { began: 400, renewed: 0 }, 'ends'],
] as const)('a session %s %s', async (_what, age, becomes) => {
	const { answer } = await aged(limited, age)
	expect(answer).toEqual(becomes === 'lives' ? ['seen', 'renewed'] : ['session_expired', 'session_expired'])
	expect((await aged(hosted, age)).answer).toEqual(['seen', 'renewed'])
})

test('an ended session is removed a day later, and nothing else is', async () => {
	const left = async ({ id }: { id: string }): Promise<number> =>
		(await limited.sql`select from auth.sessions where user_id = ${id}`).length
	const ended = await aged(limited, { began: 100, renewed: 32 })
	const justEnded = await aged(limited, { began: 100, renewed: 30 })
	const live = await aged(limited, { began: 100, renewed: 3 })
	await removeOld({ db: limited.sql, options: resolveOptions({ sessions: SESSIONS }, 'http://site.test', []) })
	expect([await left(ended), await left(justEnded), await left(live)]).toEqual([0, 1, 1])
})
