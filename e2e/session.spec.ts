import type { BrowserContext } from '@playwright/test'
import { generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { loadKeys } from '../backend/keys.ts'
import { DEMO_PASSWORD, MIA } from '../supabase/seeds/demo/cast.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice, readSession, signIn, type StoredSession, writeSession } from './people.ts'

const ours = async (context: BrowserContext) =>
	(await context.cookies()).filter(({ name }) => /^zeitplatz-auth(\.\d+)?$/.test(name))
const encoded = (session: unknown): string => `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`

test('no script can read the session; a readable one from an older version becomes unreadable with the next token', async ({
	page,
	baseURL,
}) => {
	await page.goto('/auth/login')
	await signIn(page, MIA.email, DEMO_PASSWORD)
	await expect(page).toHaveURL('/profile')
	const context = page.context()
	const readable = (): Promise<string> => page.evaluate(() => document.cookie)
	expect((await ours(context)).map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual(
		(await ours(context)).map(() => ({ httpOnly: true, sameSite: 'Lax' })),
	)
	expect(await readable()).not.toContain('zeitplatz-auth')

	const session = await readSession(context)
	await writeSession(context, { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }, String(baseURL))
	expect(await readable()).toContain('zeitplatz-auth')
	await page.goto('/profile/konto')
	await expect(page).toHaveURL('/profile/konto')
	expect(await readable()).not.toContain('zeitplatz-auth')
	expect((await ours(context)).length).toBeGreaterThan(0)
})

type Sent = { method?: string; headers?: Record<string, string>; body?: URLSearchParams }

/** A token like the auth service's, signed with `key`. */
async function tokenOf(key: JWK | CryptoKey, like: StoredSession, changed: Record<string, unknown>): Promise<string> {
	const [, payload = ''] = like.access_token.split('.')
	const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
	const kid = 'kid' in key ? key.kid : 'unknown'
	const secret = key instanceof CryptoKey ? key : await importJWK(key, 'ES256')
	return new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'ES256', kid }).sign(secret)
}

test('an invalid session is removed, whatever it contains and wherever it is sent', async ({ page, baseURL }) => {
	await enterOffice(page)
	const good = await readSession(page.context())
	const { privateKey } = await generateKeyPair('ES256')
	const broken: Record<string, string> = {
		garbage: 'Quatsch',
		'an encoding of nothing': 'base64-',
		'half of one': encoded(good).slice(0, 300),
		'no renewal': encoded({ ...good, refresh_token: '' }),
		'an invented renewal': encoded({ ...good, refresh_token: 'erfunden', expires_at: 1 }),
		'a number for a token': encoded({ ...good, access_token: 5 }),
		'no token of anybody': encoded({ ...good, access_token: 'a.b.c' }),
		'no person': encoded({ ...good, user: 5 }),
		'another signature': encoded({ ...good, access_token: `${good.access_token.slice(0, -6)}AAAAAA` }),
		'keys of another database': encoded({ ...good, access_token: await tokenOf(privateKey, good, {}) }),
		'no signature': encoded({ ...good, access_token: good.access_token.replace(/\.[^.]+$/, '.AAAA') }),
	}
	if ((process.env.E2E_MODE ?? 'embedded') === 'embedded') {
		const { signing } = await loadKeys(String(process.env.E2E_DATA_DIR))
		const elsewhere = { iss: 'https://frueher.example/auth/v1', aud: 'frueher' }
		for (const aal of ['aal1', 'aal2']) {
			const token = await tokenOf(signing, good, { ...elsewhere, aal })
			broken[`made for another address, ${aal}`] = encoded({ ...good, access_token: token })
		}
	}
	for (const [what, value] of Object.entries(broken)) {
		const cookie = (value.match(/.{1,3180}/g) ?? []).map((part, index) => `zeitplatz-auth.${index}=${part}`).join('; ')
		const ask = async (path: string, init: Sent = {}) => {
			const answer = await fetch(`${baseURL}${path}`, {
				redirect: 'manual',
				...init,
				headers: { cookie, ...init.headers },
			})
			const removed = answer.headers.getSetCookie().some((each) => each.startsWith('zeitplatz-auth.0=;'))
			const keeps = answer.headers.get('cache-control')
			expect({ what, path, removed, keeps }).toEqual({ what, path, removed: true, keeps: 'private, no-store' })
			return answer
		}
		const seen = async (path: string): Promise<Response> => {
			const answer = await ask(path)
			// If a session is valid here but refused by the services, the visitor is sent to the same address once
			// more, without it.
			return answer.headers.get('location') === path ? fetch(`${baseURL}${path}`, { redirect: 'manual' }) : answer
		}
		for (const path of ['/', '/listings'])
			expect({ what, path, status: (await seen(path)).status }).toEqual({ what, path, status: 200 })
		for (const path of ['/profile', '/admin/dashboard'])
			expect((await seen(path)).headers.get('location')).toMatch(/^\/auth\/login/)
		expect((await ask('/profile.data')).status).toBe(202)
		// Pages that do not ask the services cannot detect this one.
		if (what.endsWith('aal2')) continue
		expect((await ask('/auth/login')).status).toBe(200)
		const origin = new URL(String(baseURL)).origin
		const form = { method: 'POST', headers: { origin }, body: new URLSearchParams({ theme: 'dark' }) }
		expect((await ask('/theme', form)).status).toBe(302)
		expect((await ask('/profile/angaben', form)).headers.get('location')).toMatch(/^\/auth\/login/)
	}
	// The valid session still works.
	await page.goto('/admin/company')
	await expect(page).toHaveURL('/admin/company')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
