import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

// Anybody can ask to change their account to somebody else's address. A program can therefore say with `email_change_user` who is signed
// in where the link was opened; the change is then made only for that account.

let server: TestServer
beforeAll(async () => {
	server = await startTestServer()
})
afterAll(() => server?.stop())

/** Creates an account that has asked for another address; returns the tokens of both mails. */
async function asked() {
	const [own, wanted] = [newEmail(), newEmail()]
	const { data } = await server.client({ secret: true }).auth.admin.createUser({
		...{ email: own, password: PASSWORD, email_confirm: true },
	})
	const client = server.client()
	await client.auth.signInWithPassword({ email: own, password: PASSWORD })
	expect((await client.auth.updateUser({ email: wanted })).error).toBeNull()
	return { id: data.user?.id ?? '', own, wanted, tokens: [await tokenTo(own), await tokenTo(wanted)] }
}

async function tokenTo(email: string): Promise<string> {
	const mail = () => server.mails.findLast(({ to }) => to === email)
	await expect.poll(() => mail() !== undefined).toBe(true)
	return new URL(/https?:\/\/\S+/.exec(mail()?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

const verify = (token_hash: string, email_change_user?: string) =>
	server.client().auth.verifyOtp({ ...{ token_hash, type: 'email_change' as const }, ...{ email_change_user } })

const rowOf = async (id: string) =>
	(
		await server.sql`select email, email_change, email_change_confirm_status as half,
		(select count(*)::int from auth.one_time_tokens where user_id = id) as tokens,
		(select count(*)::int from auth.sessions where user_id = id) as sessions from auth.users where id = ${id}`
	)[0]

test.each([
	['nobody', ''],
	['somebody else', 'd6a9f2b8-4f0e-4a52-9d3c-2c54c1c3d7aa'],
])('a link opened where %s is signed in changes nothing, opens no session and stays good', async (_who, user) => {
	const { id, wanted, tokens } = await asked()
	const before = await rowOf(id)
	for (const token of tokens) {
		const { data, error } = await verify(token, user)
		expect(error).toMatchObject({ status: 403, code: 'email_change_elsewhere' })
		expect(data.session).toBeNull()
	}
	expect(await rowOf(id)).toEqual(before)
	// After the account itself has confirmed one half, others still cannot confirm the other half.
	expect((await verify(tokens[0]!, id)).error).toBeNull()
	expect((await verify(tokens[1]!, user)).error?.code).toBe('email_change_elsewhere')
	expect((await verify(tokens[1]!, id)).data.user?.email).toBe(wanted)
})

test('programs without `email_change_user` confirm as on hosted, and other kinds of links ignore it', async () => {
	const { tokens, wanted } = await asked()
	await verify(tokens[0]!)
	expect((await verify(tokens[1]!)).data.user?.email).toBe(wanted)
	await server.client().auth.signInWithOtp({ email: wanted })
	await expect.poll(() => server.mails.filter(({ to }) => to === wanted).length).toBe(2)
	const link = { token_hash: await tokenTo(wanted), type: 'magiclink' as const }
	expect((await server.client().auth.verifyOtp({ ...link, ...{ email_change_user: '' } })).error).toBeNull()
})
