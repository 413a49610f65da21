import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BACKEND_URL, newEmail, newPhone, startTestServer, type TestServer } from './test-server.ts'

// A stranger signs up with somebody else's address or number, before or after its owner does. Whichever mail the owner then
// answers, the account must belong to them alone.

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ auth: { phone: { enabled: true } } })
})
afterAll(() => server?.stop())

const STRANGERS = 'the password of a stranger'
const OWNERS = 'the password of the owner'

type Sent = { token: string; code: string; link: URL }

/** The mails to an address in order, once there are that many. */
async function mailsTo(email: string, count: number): Promise<Sent[]> {
	await expect.poll(() => server.mails.filter(({ to }) => to === email).length).toBe(count)
	return server.mails
		.filter(({ to }) => to === email)
		.map(({ text }) => {
			const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
			const code = /\b\d{6}\b/.exec(text.replace(link.href, ''))?.[0] ?? ''
			return { link, code, token: link.searchParams.get('token') ?? '' }
		})
}

const signUp = (email: string, who: 'Stranger' | 'Owner', client = server.client()) =>
	client.auth.signUp({
		email,
		password: who === 'Owner' ? OWNERS : STRANGERS,
		options: { data: who === 'Owner' ? { name: who } : { name: who, note: 'planted' } },
	})

const signIn = async (email: string, password: string) =>
	(await server.client().auth.signInWithPassword({ email, password })).error?.code ?? 'signed in'

/** Both sign up, in the given order; returns the stranger's and the owner's mail. */
async function bothSignUp(first: 'Stranger' | 'Owner'): Promise<{ email: string; stranger: Sent; owner: Sent }> {
	const email = newEmail()
	const order = first === 'Stranger' ? (['Stranger', 'Owner'] as const) : (['Owner', 'Stranger'] as const)
	for (const who of order) expect((await signUp(email, who)).error).toBeNull()
	const [one, two] = await mailsTo(email, 2)
	return first === 'Stranger' ? { email, stranger: one!, owner: two! } : { email, stranger: two!, owner: one! }
}

const answer: Record<'token' | 'code' | 'link', (email: string, sent: Sent) => Promise<unknown>> = {
	token: (_email, { token }) => server.client().auth.verifyOtp({ token_hash: token, type: 'signup' }),
	code: (email, { code }) => server.client().auth.verifyOtp({ email, token: code, type: 'email' }),
	link: (_email, { link }) => server.fetch(link, { redirect: 'manual' }),
}

async function row(email: string) {
	const [user] = await server.sql<{ text: string; password: string; waiting: number; sessions: number }[]>`
		select to_jsonb(u)::text || coalesce((select string_agg(i.identity_data::text, '') from auth.identities i where i.user_id = u.id), '') as text,
			encrypted_password as password,
			(select count(*)::int from auth.repeated_signups r where r.user_id = u.id)
				+ (select count(*)::int from auth.one_time_tokens t where t.user_id = u.id) as waiting,
			(select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
		from auth.users u where u.email = ${email}`
	return user
}

describe.each(['Stranger', 'Owner'] as const)('when the first to sign up is the %s', (first) => {
	test.each(['token', 'code', 'link'] as const)(
		'the password that belongs to the answered mail is kept, answered by %s',
		async (by) => {
			const { email, stranger, owner } = await bothSignUp(first)
			expect(owner.code === stranger.code || owner.token === stranger.token).toBe(false)
			// Nobody can sign in before that.
			expect(await signIn(email, first === 'Owner' ? OWNERS : STRANGERS)).not.toBe('signed in')
			await answer[by](email, owner)
			const { data } = await server.client().auth.signInWithPassword({ email, password: OWNERS })
			expect(data.user?.user_metadata).toMatchObject({ name: 'Owner', email, email_verified: true })
			expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { name: 'Owner', email } }])
			expect(await signIn(email, STRANGERS)).toBe('invalid_credentials')
			const late = await server.client().auth.verifyOtp({ token_hash: stranger.token, type: 'signup' })
			expect(late.error?.code).toBe('otp_expired')
			const kept = await row(email)
			expect(kept?.text).not.toContain('planted')
			expect(kept?.waiting).toBe(0)
		},
	)

	test('a mail that is sent again proves the address, but keeps neither password', async () => {
		const { email } = await bothSignUp(first)
		await server.client().auth.resend({ type: 'signup', email })
		const [, , again] = await mailsTo(email, 3)
		const client = server.client()
		const { data } = await client.auth.verifyOtp({ token_hash: again?.token ?? '', type: 'signup' })
		expect(data.user?.user_metadata).not.toHaveProperty('name')
		for (const password of [STRANGERS, OWNERS]) expect(await signIn(email, password)).toBe('invalid_credentials')
		expect((await client.auth.updateUser({ password: OWNERS })).error).toBeNull()
		expect(await signIn(email, OWNERS)).toBe('signed in')
	})

	test('with PKCE the browser whose mail was answered gets the session', async () => {
		const email = newEmail()
		const clients = { Stranger: server.client({ flowType: 'pkce' }), Owner: server.client({ flowType: 'pkce' }) }
		const second = first === 'Owner' ? 'Stranger' : 'Owner'
		for (const who of [first, second] as const) await signUp(email, who, clients[who])
		const mails = await mailsTo(email, 2)
		const link = mails[first === 'Owner' ? 0 : 1]?.link ?? ''
		const answer = await server.fetch(link, { redirect: 'manual' })
		const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
		expect((await clients.Stranger.auth.exchangeCodeForSession(code)).error).not.toBeNull()
		const { data, error } = await clients.Owner.auth.exchangeCodeForSession(code)
		expect(error).toBeNull()
		expect(data.user?.email).toBe(email)
	})
})

describe("after a stranger's sign-up", () => {
	test.each([
		['a sign-in by mail', 'email', (email: string) => server.client().auth.signInWithOtp({ email })],
		[
			'a sign-in by mail that makes no account',
			'email',
			(email: string) => server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
		],
		['a recovery', 'recovery', (email: string) => server.client().auth.resetPasswordForEmail(email)],
		[
			'an invitation',
			'invite',
			(email: string) =>
				server.client({ secret: true }).auth.admin.inviteUserByEmail(email, { data: { name: 'Owner' } }),
		],
	] as const)("%s leaves nothing of the stranger's", async (_what, type, ask) => {
		const email = newEmail()
		await signUp(email, 'Stranger')
		const [first] = await mailsTo(email, 1)
		expect((await ask(email)).error).toBeNull()
		const [, { token } = { token: '' }] = await mailsTo(email, 2)
		const { data, error } = await server.client().auth.verifyOtp({ token_hash: token, type })
		expect(error).toBeNull()
		expect(data.user?.user_metadata.name).toBe(type === 'invite' ? 'Owner' : undefined)
		expect(await signIn(email, STRANGERS)).toBe('invalid_credentials')
		expect(await row(email)).toMatchObject({ password: '', text: expect.not.stringContaining('planted') })
		expect(
			(await server.client().auth.verifyOtp({ token_hash: first?.token ?? '', type: 'signup' })).error,
		).not.toBeNull()
	})

	test('what the stranger added to the account is removed: sessions, factors, passkeys, identities', async () => {
		const email = newEmail()
		const { data } = await signUp(email, 'Stranger')
		const id = data.user?.id ?? ''
		await server.sql`insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), ${id}, 'aal2')`
		await server.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
			values (gen_random_uuid(), ${id}, 'totp', 'verified', 'ABC', now(), now())`
		await server.sql`insert into auth.webauthn_credentials (user_id, credential_id, public_key) values (${id}, '\\x01', '\\x02')`
		await server.sql`insert into auth.identities (provider_id, user_id, identity_data, provider)
			values (${randomUUID()}, ${id}, '{"sub": "planted"}', 'company')`
		await signUp(email, 'Owner')
		const [, { token } = { token: '' }] = await mailsTo(email, 2)
		const verified = await server.client().auth.verifyOtp({ token_hash: token, type: 'signup' })
		expect(verified.data.user?.factors).toBeUndefined()
		expect(verified.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
		const [left] = await server.sql`select (select count(*)::int from auth.sessions where user_id = ${id}) as sessions,
			(select count(*)::int from auth.mfa_factors where user_id = ${id}) as factors,
			(select count(*)::int from auth.webauthn_credentials where user_id = ${id}) as passkeys,
			(select count(*)::int from auth.identities where user_id = ${id}) as identities`
		expect(left).toEqual({ sessions: 1, factors: 0, passkeys: 0, identities: 1 })
	})

	test('another account can still change to the address once its owner has proved it', async () => {
		const email = newEmail()
		await signUp(email, 'Stranger')
		const own = newEmail()
		const admin = server.client({ secret: true }).auth.admin
		await admin.createUser({ email: own, password: OWNERS, email_confirm: true })
		const client = server.client()
		await client.auth.signInWithPassword({ email: own, password: OWNERS })
		expect((await client.auth.updateUser({ email })).error).toBeNull()
		const [, { token } = { token: '' }] = await mailsTo(email, 2)
		await client.auth.verifyOtp({ token_hash: token, type: 'email_change' })
		const [{ token: current } = { token: '' }] = await mailsTo(own, 1)
		const done = await client.auth.verifyOtp({ token_hash: current, type: 'email_change' })
		expect(done.data.user?.email).toBe(email)
		expect([await signIn(email, OWNERS), await signIn(email, STRANGERS)]).toEqual(['signed in', 'invalid_credentials'])
	})

	test('an administrator who confirms by hand keeps none of several waiting passwords', async () => {
		const admin = server.client({ secret: true }).auth.admin
		const alone = newEmail()
		const { data: one } = await signUp(alone, 'Owner')
		await admin.updateUserById(one.user?.id ?? '', { email_confirm: true })
		expect(await signIn(alone, OWNERS)).toBe('signed in')
		const { email } = await bothSignUp('Stranger')
		const [{ id } = { id: '' }] = await server.sql<{ id: string }[]>`select id from auth.users where email = ${email}`
		await admin.updateUserById(id, { email_confirm: true })
		for (const password of [STRANGERS, OWNERS]) expect(await signIn(email, password)).toBe('invalid_credentials')
		expect((await row(email))?.text).not.toContain('planted')
	})
})

test('of many mails answered at once only one wins, without a deadlock', async () => {
	const email = newEmail()
	for (let at = 0; at < 6; at += 1) await server.client().auth.signUp({ email, password: `password number ${at}` })
	const mails = await mailsTo(email, 6)
	await server.warmUp()
	const answers = await Promise.all(
		mails.map(({ token }) => server.client().auth.verifyOtp({ token_hash: token, type: 'signup' })),
	)
	expect(answers.filter(({ error }) => !error)).toHaveLength(1)
	expect(answers.filter(({ error }) => error?.code === 'otp_expired')).toHaveLength(5)
	const winner = answers.findIndex(({ error }) => !error)
	const outcomes = await Promise.all(mails.map((_mail, at) => signIn(email, `password number ${at}`)))
	expect(outcomes.map((outcome) => outcome === 'signed in')).toEqual(mails.map((_mail, at) => at === winner))
})

test('the password of a waiting sign-up opens nothing, but gets the answer that the mail must be confirmed', async () => {
	const email = newEmail()
	await signUp(email, 'Stranger')
	expect(await signIn(email, STRANGERS)).toBe('email_not_confirmed')
	await signUp(email, 'Owner')
	expect(await signIn(email, OWNERS)).toBe('email_not_confirmed')
	expect(await signIn(email, 'neither of them')).toBe('invalid_credentials')
})

test('only a limited number of sign-ups wait for an address, because each has a code that could be guessed', async () => {
	const email = newEmail()
	await signUp(email, 'Stranger')
	for (let at = 0; at < 12; at += 1) await signUp(email, 'Stranger')
	expect((await row(email))?.waiting).toBe(11)
	await mailsTo(email, 13)
})

describe('a sign-up confirmed with `signup_proof`', () => {
	const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
	const signUpWith = (email: string, signup_proof?: unknown, password = STRANGERS) =>
		server.client().auth.signUp({ email, password, options: { data: { name: 'Somebody', signup_proof } } })
	const verify = ({ token }: Sent, signup_proof: string) =>
		server.client().auth.verifyOtp({ ...{ token_hash: token, type: 'signup' as const }, ...{ signup_proof } })

	test.each([
		['no secret, of a sign-up with none', undefined, ''],
		['no secret, of a sign-up with the hash of nothing', hashOf(''), ''],
		['another secret', hashOf('of the stranger'), 'of the owner'],
		['the hash itself', hashOf('of the stranger'), hashOf('of the stranger')],
		['a hash that is none', { toString: 'x' }, 'of the owner'],
	])('loses its password with %s', async (_what, hash, proof) => {
		const email = newEmail()
		await signUpWith(email, hash)
		const [mail] = await mailsTo(email, 1)
		const { data, error } = await verify(mail!, proof)
		expect(error).toBeNull()
		expect(data.user?.user_metadata.name).toBe('Somebody')
		expect(await signIn(email, STRANGERS)).toBe('invalid_credentials')
		expect((await row(email))?.password).toBe('')
	})

	test('keeps its password with its secret, and a confirmed account keeps it with any secret', async () => {
		const email = newEmail()
		await signUpWith(email, hashOf('of the owner'))
		await verify((await mailsTo(email, 1))[0]!, 'of the owner')
		expect(await signIn(email, STRANGERS)).toBe('signed in')
		await server.client().auth.signInWithOtp({ email })
		const [, mail] = await mailsTo(email, 2)
		const again = { ...{ token_hash: mail?.token ?? '', type: 'magiclink' as const }, ...{ signup_proof: '' } }
		expect((await server.client().auth.verifyOtp(again)).error).toBeNull()
		expect(await signIn(email, STRANGERS)).toBe('signed in')
	})

	test('loses the identity of a service that began it without vouching for the address', async () => {
		const email = newEmail()
		const { data } = await signUpWith(email, hashOf('of the stranger'))
		const id = data.user?.id ?? ''
		// As a sign-in at such a service leaves the account.
		await server.sql`update auth.identities set provider = 'company', provider_id = 'stranger' where user_id = ${id}`
		const verified = await verify((await mailsTo(email, 1))[0]!, '')
		expect(verified.data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
		expect(verified.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
	})

	test('counts by its own secret when there are several sign-ups', async () => {
		const email = newEmail()
		await signUpWith(email, hashOf('of the owner'), OWNERS)
		await signUpWith(email, hashOf('of the stranger'))
		const [, strangers] = await mailsTo(email, 2)
		expect((await verify(strangers!, 'of the owner')).error).toBeNull()
		for (const password of [STRANGERS, OWNERS]) expect(await signIn(email, password)).toBe('invalid_credentials')
	})

	test('counts only as confirmed when the code was typed in another browser', async () => {
		const email = newEmail()
		await signUpWith(email, hashOf('of the stranger'))
		const [mail] = await mailsTo(email, 1)
		const typed = {
			...{ email, token: mail?.code ?? '', type: 'signup' as const },
			...{ signup_proof: 'of the owner' },
		}
		expect((await server.client().auth.verifyOtp(typed)).error).toBeNull()
		expect(await signIn(email, STRANGERS)).toBe('invalid_credentials')
	})
})

describe('with a phone number', () => {
	const codes = (phone: string): string[] =>
		server.texts.filter(({ to }) => to === `+${phone}`).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')

	test('the password that belongs to the typed code is kept', async () => {
		const phone = newPhone()
		await server.client().auth.signUp({ phone, password: STRANGERS })
		await server.client().auth.signUp({ phone, password: OWNERS })
		await expect.poll(() => codes(phone)).toHaveLength(2)
		const [, own = ''] = codes(phone)
		expect((await server.client().auth.verifyOtp({ phone, token: own, type: 'sms' })).error).toBeNull()
		expect((await server.client().auth.signInWithPassword({ phone, password: OWNERS })).error).toBeNull()
		const refused = await server.client().auth.signInWithPassword({ phone, password: STRANGERS })
		expect(refused.error?.code).toBe('invalid_credentials')
	})

	test("a sign-in code proves the number without the stranger's password", async () => {
		const phone = newPhone()
		await server.client().auth.signUp({ phone, password: STRANGERS })
		await expect.poll(() => codes(phone)).toHaveLength(1)
		expect((await server.client().auth.signInWithOtp({ phone })).error).toBeNull()
		await expect.poll(() => codes(phone)).toHaveLength(2)
		const [, own = ''] = codes(phone)
		const { data } = await server.client().auth.verifyOtp({ phone, token: own, type: 'sms' })
		expect(data.user?.phone).toBe(phone)
		const refused = await server.client().auth.signInWithPassword({ phone, password: STRANGERS })
		expect(refused.error?.code).toBe('invalid_credentials')
	})
})

test("a link sent to an account's former address no longer opens the account", async () => {
	const [old, wanted] = [newEmail(), newEmail()]
	const admin = server.client({ secret: true }).auth.admin
	const { data } = await admin.createUser({ email: old, password: OWNERS, email_confirm: true })
	await server.client().auth.resetPasswordForEmail(old)
	const [{ link, token } = { link: BACKEND_URL, token: '' }] = await mailsTo(old, 1)
	await admin.updateUserById(data.user?.id ?? '', { email: wanted })
	expect((await server.client().auth.verifyOtp({ token_hash: token, type: 'recovery' })).error?.code).toBe(
		'otp_expired',
	)
	const followed = await server.fetch(link, { redirect: 'manual' })
	expect(followed.headers.get('location')).toContain('otp_expired')
})
