import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { openJar } from './session-cookies.server.ts'

const HTTP = 'http://localhost:3000'
const HTTPS = 'https://zeitplatz.example'
const SESSION = { access_token: 'aa.bb.cc', refresh_token: 'r', expires_at: 1_800_000_000, user: { id: 'x' } }

const encoded = (session: unknown): string => `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
const header = (...cookies: [name: string, value: string][]): string =>
	cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')

describe('the cookies of the session', () => {
	it('are kept as they are when they make a whole session, in one part or in several', () => {
		const text = encoded(SESSION)
		for (const cookies of [
			header(['zeitplatz-auth', text]),
			header(['zeitplatz-auth.1', text.slice(20)], ['zeitplatz-auth.0', text.slice(0, 20)]),
			header(['zeitplatz-auth', JSON.stringify(SESSION)]),
		]) {
			const jar = openJar(cookies, HTTP)
			expect({ filled: jar.filled, changes: jar.changes() }).toEqual({ filled: true, changes: [] })
		}
	})

	it('cannot be read by scripts, and with https belong to this host alone', () => {
		const jar = openJar(null, HTTP)
		jar.setAll([{ name: 'zeitplatz-auth', value: 'x' }])
		expect(jar.changes()).toEqual(['zeitplatz-auth=x; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax'])
		const safe = openJar(null, HTTPS)
		safe.setAll([{ name: safe.name, value: 'x' }])
		expect(safe.changes()).toEqual([
			'__Host-zeitplatz-auth=x; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
		])
	})

	it.each([
		['text', 'Quatsch'],
		['an encoding that is none', 'base64-%%%'],
		['no object', encoded(5)],
		['nothing', encoded(null)],
		['no tokens', encoded({})],
		['no token that anyone signed', encoded({ ...SESSION, access_token: 'x' })],
		['a number for a token', encoded({ ...SESSION, access_token: 5 })],
		['nothing to renew it with', encoded({ ...SESSION, refresh_token: '' })],
		['an object to renew it with', encoded({ ...SESSION, refresh_token: {} })],
		['no end', encoded({ ...SESSION, expires_at: 'morgen' })],
		['a number for a person', encoded({ ...SESSION, user: 5 })],
		['half of it', encoded(SESSION).slice(0, 40)],
		['very much', 'x'.repeat(12_000)],
	])('leave the browser when they hold %s', (_what, text) => {
		const parts: [string, string][] = [
			['zeitplatz-auth.0', text.slice(0, 30)],
			['zeitplatz-auth.1', text.slice(30)],
			['zeitplatz-auth.7', 'left over'],
		]
		const jar = openJar(header(['zeitplatz-auth-code-verifier', 'kept'], ...parts), HTTP)
		expect(jar.filled).toBe(false)
		expect(jar.getAll()).toEqual([{ name: 'zeitplatz-auth-code-verifier', value: 'kept' }])
		const gone = parts.map(([name]) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`)
		expect(jar.changes().sort()).toEqual([...gone, 'zeitplatz-event=SIGNED_OUT; Max-Age=60; Path=/; SameSite=Lax'])
	})

	it('are not set for a session that is too large: the server would refuse every request with it', () => {
		const jar = openJar(null, HTTP)
		const part = (at: number, bytes: number) => ({ name: `zeitplatz-auth.${at}`, value: 'x'.repeat(bytes) })
		jar.setAll([part(0, 3_180), part(1, 3_180)])
		expect(jar.filled).toBe(true)
		jar.setAll([part(0, 3_180), part(1, 3_180), part(2, 3_180)])
		expect(jar.filled).toBe(false)
		expect(jar.changes().every((cookie) => /^zeitplatz-(auth\.\d=;|event=)/.test(cookie))).toBe(true)
	})

	it('are never a reason to fail', () => {
		const part = fc.tuple(
			fc.constantFrom('', '.0', '.1', '.2', '.x', '-code-verifier'),
			fc.string({ unit: 'binary', maxLength: 40 }),
		)
		fc.assert(
			fc.property(fc.array(part), fc.string(), (parts, rest) => {
				const sent = parts.map(([name, value]) => [`zeitplatz-auth${name}`, value.toWellFormed()] as [string, string])
				expect(openJar(`${header(...sent)}; ${rest}`, HTTP).filled).toBe(false)
			}),
			runs(100),
		)
	})

	it('tell the other tabs what has happened, by the name that the auth client uses', () => {
		const jar = openJar(null, HTTPS)
		for (const event of ['INITIAL_SESSION', 'TOKEN_REFRESHED', 'SIGNED_IN', 'TOKEN_REFRESHED'] as const) jar.note(event)
		expect(jar.changes()).toEqual(['zeitplatz-event=SIGNED_IN; Max-Age=60; Path=/; Secure; SameSite=Lax'])
	})

	it('move to the current name when a session still has the name without prefix', () => {
		const text = encoded(SESSION)
		const old = header(['zeitplatz-auth.0', text.slice(0, 20)], ['zeitplatz-auth.1', text.slice(20)])
		const jar = openJar(old, HTTPS)
		expect(jar.filled).toBe(true)
		expect(jar.changes().map((each) => each.split(/=|; /, 2))).toEqual([
			['__Host-zeitplatz-auth.0', text.slice(0, 20)],
			['zeitplatz-auth.0', ''],
			['__Host-zeitplatz-auth.1', text.slice(20)],
			['zeitplatz-auth.1', ''],
		])
		expect(jar.changes()[0]).toContain('HttpOnly; Secure')
		// A cookie set for the whole domain does not win over the session that is already there.
		const both = openJar(`${header(['__Host-zeitplatz-auth', text])}; ${old}`, HTTPS)
		expect(both.getAll()).toEqual([{ name: '__Host-zeitplatz-auth', value: text }])
	})
})
