import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkMetadata, fillUp, shortTexts } from './metadata.ts'
import { newEmail, newPhone, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

// The data that accounts enter is part of their tokens. If it did not fit into cookies, a site that keeps tokens there would lock the owner
// out.

let server: TestServer
let hosted: TestServer
beforeAll(async () => {
	const phone = { enabled: true }
	const bounds = { userData: { bytes: 400, keys: 6 }, unprovedData: { name: 10, company_name: 10 } }
	server = await startTestServer({ auth: { anonymous: true, phone, ...bounds } })
	hosted = await startTestServer()
})
afterAll(() => Promise.all([server?.stop(), hosted?.stop()]))

const LONG = { name: 'w'.repeat(5_000) }
const MANY = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`k${at}`, '']))
const REFUSED = { status: 422, code: 'user_data_too_large' }

describe.each([
	['long', LONG],
	['many', MANY],
])('data that is too %s', (_what, data) => {
	test('is refused in every way to create an account', async () => {
		const { auth } = server.client()
		const options = { data }
		expect((await auth.signUp({ email: newEmail(), password: PASSWORD, options })).error).toMatchObject(REFUSED)
		expect((await auth.signInAnonymously({ options })).error).toMatchObject(REFUSED)
		expect((await auth.signInWithOtp({ email: newEmail(), options })).error).toMatchObject(REFUSED)
		expect((await auth.signInWithOtp({ phone: `+${newPhone()}`, options })).error).toMatchObject(REFUSED)
	})

	test('is refused from users but not from administrators; afterwards users cannot make it grow', async () => {
		const { admin } = server.client({ secret: true }).auth
		const email = newEmail()
		const made = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
		const { auth } = server.client()
		await auth.signInWithPassword({ email, password: PASSWORD })
		expect((await auth.updateUser({ data })).error).toMatchObject(REFUSED)
		expect((await admin.updateUserById(made.data.user?.id ?? '', { user_metadata: data })).error).toBeNull()
		expect((await auth.updateUser({ data: { more: 'x' } })).error).toMatchObject(REFUSED)
		const [first = ''] = Object.keys(data)
		expect((await auth.updateUser({ data: { [first]: null } })).error).toBeNull()
	})
})

test('many small changes cannot add up to more', async () => {
	const { auth } = server.client()
	await auth.signInAnonymously()
	for (const at of [0, 1]) expect((await auth.updateUser({ data: { [at]: 'x'.repeat(180) } })).error).toBeNull()
	expect((await auth.updateUser({ data: { 2: 'x'.repeat(180) } })).error).toMatchObject(REFUSED)
})

test('without the setting there is no limit, as on hosted', async () => {
	const signUp = { email: newEmail(), password: PASSWORD, options: { data: LONG } }
	expect((await hosted.client().auth.signUp(signUp)).error).toBeNull()
	expect(() => checkMetadata(undefined, LONG)).not.toThrow()
})

test('data of a service is added as far as it fits, and replaces no known data', () => {
	const told = { name: 'of the service', avatar: 'x'.repeat(100), locale: 'de' }
	expect(fillUp({ bytes: 60, keys: 3 }, { name: 'own' }, told)).toEqual({ name: 'own', locale: 'de' })
	expect(fillUp({ bytes: 1_000, keys: 2 }, {}, told)).toEqual({ name: told.name, avatar: told.avatar })
	expect(fillUp(undefined, null, told)).toEqual(told)
	expect(shortTexts({ name: 'ä😀c', age: 5 }, { name: 2, age: 2, other: 2 })).toEqual({ name: 'ä😀' })
})

describe('the data of a sign-up that is confirmed in another browser', () => {
	const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
	async function confirmed(proof: string, { repeated = false } = {}) {
		const email = newEmail()
		const data = { name: 'Eine lange Person', note: 'planted', signup_proof: hashOf('of the sign-up') }
		const signUp = () => server.client().auth.signUp({ email, password: PASSWORD, options: { data } })
		for (let at = 0; at <= Number(repeated); at += 1) await signUp()
		const mails = () => server.mails.filter(({ to }) => to === email)
		await expect.poll(() => mails().length).toBe(repeated ? 2 : 1)
		const link = new URL(/https?:\/\/\S+/.exec(mails().at(-1)?.text ?? '')?.[0] ?? '')
		const token_hash = link.searchParams.get('token') ?? ''
		const client = server.client()
		const verified = await client.auth.verifyOtp({
			...{ token_hash, type: 'signup' as const },
			...{ signup_proof: proof },
		})
		expect(verified.error).toBeNull()
		return { user: verified.data.user, claims: (await client.auth.getClaims()).data?.claims }
	}

	test.each([false, true])('is reduced to short texts (repeated: %s)', async (repeated) => {
		const { user, claims } = await confirmed('of another', { repeated })
		const kept = { sub: user?.id, email: user?.email, email_verified: true, phone_verified: false, name: 'Eine lange' }
		expect(user?.user_metadata).toEqual(kept)
		expect(claims?.user_metadata).toEqual(kept)
		expect(user?.identities?.map(({ identity_data }) => identity_data)).toEqual([kept])
	})

	test('is kept when the browser has its secret', async () => {
		const { user } = await confirmed('of the sign-up')
		expect(user?.user_metadata).toMatchObject({ name: 'Eine lange Person', note: 'planted' })
	})
})
