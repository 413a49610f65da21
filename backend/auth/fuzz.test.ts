import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience, runs } from '../testing/property-runs.ts'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

// Sends random and hostile bodies to every route, without an account, as a user and with the secret key. There must be no server
// error, and no answer may contain details of the program.

const LEAK = /node_modules|\.ts:\d|\bat \w+ \(|postgres:\/\/|syntax error at|violates (unique|foreign|check|not-null)/
let server: TestServer
let token: string
let user: string
const logged: string[] = []

beforeAll(async () => {
	server = await startTestServer({
		confirmMail: false,
		auth: { manualLinking: true, passkeys: true, mfa: { webauthn: true, phone: true }, phone: { enabled: true } },
		log: (level, message, details) => void (level === 'error' && logged.push(`${message} ${JSON.stringify(details)}`)),
	})
	const { data } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD })
	token = String(data.session?.access_token)
	user = String(data.user?.id)
})
afterAll(() => server.stop())

const ROUTES = (
	'POST signup;POST token?grant_type=password;POST token?grant_type=pkce;POST token?grant_type=refresh_token;' +
	'POST token?grant_type=id_token;POST token?grant_type=web3;POST token?grant_type=%00;POST token;POST otp;POST magiclink;POST recover;' +
	'POST resend;POST verify;GET verify;GET authorize;GET callback;POST callback;POST logout;POST logout?scope=x;GET user;PUT user;' +
	'GET reauthenticate;POST sso;POST factors;POST factors/ID/challenge;POST factors/ID/verify;DELETE factors/ID;GET factors/recovery-codes;' +
	'POST factors/recovery-codes;POST factors/recovery-codes/verify;GET user/identities/authorize;DELETE user/identities/ID;' +
	'POST passkeys/registration/options;POST passkeys/registration/verify;POST passkeys/authentication/options;' +
	'POST passkeys/authentication/verify;GET passkeys;PATCH passkeys/ID;DELETE passkeys/ID;POST invite;POST admin/generate_link;' +
	'GET admin/users;POST admin/users;GET admin/users/ID;PUT admin/users/ID;GET admin/users/ID/factors;PUT admin/users/ID/factors/ID;' +
	'DELETE admin/users/ID/factors/ID;POST admin/oauth/clients;GET admin/oauth/clients/ID;PUT admin/oauth/clients/ID;GET settings'
).split(';')
const KEYS = (
	'email password phone token token_hash type code_challenge code_challenge_method auth_code code_verifier refresh_token data channel ' +
	'create_user gotrue_meta_security redirect_to nonce provider id_token access_token factor_type friendly_name issuer challenge_id code ' +
	'ip_address current_password app_metadata user_metadata ban_duration role id email_confirm phone_confirm password_hash new_email ' +
	'client_name redirect_uris grant_types credential credential_response web_authn options scopes state error'
).split(' ')
const WORDS: unknown[] = [
	...[
		'',
		' ',
		'\0',
		'\ud800',
		'a@b',
		'x@mail.test',
		'X@MAIL.TEST ',
		'ü@ü.test',
		'@',
		`${'a'.repeat(300)}@mail.test`,
		'+491234567',
	],
	...[
		'491234567',
		PASSWORD,
		'x'.repeat(5_000),
		'email',
		'sms',
		'signup',
		'recovery',
		'magiclink',
		'invite',
		'email_change',
		'totp',
	],
	...[
		'phone',
		'webauthn',
		's256',
		'plain',
		'__proto__',
		'http://evil.test',
		'javascript:alert(1)',
		'//x',
		'000000',
		'1e9',
		'none',
		'null',
	],
	...[
		'00000000-0000-4000-8000-000000000000',
		'$2a$10$',
		'$argon2id$v=19$m=9999999999,t=1,p=1$a$b',
		'24h',
		'-1h',
		'service_role',
	],
	...[0, -1, 1.5, 1e308, 2 ** 53, true, false, null],
]
const word = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...WORDS) },
	fc.string({ unit: 'binary' }),
	fc.jsonValue(),
)
const value = fc.oneof(
	{ weight: 5, arbitrary: word },
	fc.array(word, { maxLength: 3 }),
	fc.dictionary(fc.constantFrom(...KEYS, '__proto__', 'toString', 'captcha_token'), word, { maxKeys: 3 }),
)
const body = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 7 }).map((one) => JSON.stringify(one)),
	},
	fc.constantFrom('', '{', '[]', 'null', '1', '"x"', '['.repeat(3_000), '{"email":"a","email":"b"}'),
)
const asked = fc.record({
	route: fc.constantFrom(...ROUTES),
	id: fc.constantFrom('own', '00000000-0000-4000-8000-000000000000', 'x', '%00', '%ff', '..', '__proto__'),
	query: fc.dictionary(fc.constantFrom(...KEYS, 'page', 'per_page'), word.map(String), { maxKeys: 3 }),
	as: fc.constantFrom('nobody', 'person', 'service', 'forged'),
	body,
	type: fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', ''),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

async function faultOf({ route, id, query, as, body: text, type }: Asked): Promise<string | undefined> {
	const [method = '', path = ''] = route.split(' ')
	const more = new URLSearchParams(Object.entries(query).map(([key, one]) => [key, one.toWellFormed()])).toString()
	const address = `/${path.replaceAll('ID', id === 'own' ? user : id)}${path.includes('?') ? '&' : '?'}${more}`
	const bearer = { nobody: server.keys.publishable, person: token, service: server.keys.secret, forged: 'a.b.c' }[as]
	const headers = { authorization: `Bearer ${bearer}`, ...(type && { 'content-type': type }) }
	// The secret key must be in the `apikey` header as well.
	const init = { method, headers, ...(method !== 'GET' && { body: text.toWellFormed() }) }
	const response = await server.request(address, init)
	const answer = await response.text()
	const fault = response.status >= 500 || LEAK.test(answer)
	return fault
		? `${as} ${method} ${address} ${text}: ${response.status} ${answer} ${logged.splice(0).join()}`
		: undefined
}

test(
	'no request to the auth service causes a server error or reveals internal details',
	{ timeout: patience(180_000) },
	async () => {
		const property = fc.asyncProperty(fc.array(asked, { minLength: 4, maxLength: 4 }), async (requests) => {
			expect((await Promise.all(requests.map(faultOf))).filter(Boolean)).toEqual([])
		})
		await expect(fc.assert(property, runs(250))).resolves.toBeUndefined()
	},
)
