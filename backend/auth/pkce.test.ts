import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let strict: TestServer
let hosted: TestServer
beforeAll(async () => {
	;[strict, hosted] = await Promise.all([startTestServer({ auth: { plainPkce: false } }), startTestServer()])
})
afterAll(() => Promise.all([strict?.stop(), hosted?.stop()]))

const CHALLENGE = 'c'.repeat(43)
const ask = async (server: TestServer, path: string, method: string, email = newEmail()): Promise<number> => {
	const body = JSON.stringify({ email, password: PASSWORD, code_challenge: CHALLENGE, code_challenge_method: method })
	const headers = { apikey: server.keys.publishable, 'content-type': 'application/json' }
	return (await server.fetch(`http://backend.test/auth/v1/${path}`, { method: 'POST', headers, body })).status
}

test.each(['signup', 'recover', 'otp', 'magiclink'])(
	'%s accepts an S256 challenge, and a plain one unless that is turned off',
	async (path) => {
		expect(await ask(strict, path, 's256')).toBe(200)
		expect(await ask(strict, path, 'S256')).toBe(200)
		for (const method of ['plain', 'PLAIN', 'none']) expect(await ask(strict, path, method)).toBe(400)
		expect(await ask(hosted, path, 'plain')).toBe(200)
		expect(await ask(hosted, path, 'none')).toBe(400)
	},
)
