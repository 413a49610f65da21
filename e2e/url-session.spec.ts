import { createClient } from '@supabase/supabase-js'
import { loadKeys } from '../backend/keys.ts'
import { MIA } from '../supabase/seeds/demo/cast.ts'
import { expect, test } from './fixtures.ts'

/** The fragment with a fresh session that the auth service adds to the redirect of an admin API link. */
async function fragmentOf(email: string): Promise<string> {
	const { secret } = await loadKeys(String(process.env.E2E_DATA_DIR))
	const url = String(process.env.E2E_SERVICES_URL)
	const admin = createClient(url, secret, { auth: { persistSession: false, autoRefreshToken: false } })
	const { data } = await admin.auth.admin.generateLink({ type: 'magiclink', email })
	const answer = await fetch(String(data.properties?.action_link), { redirect: 'manual' })
	return new URL(answer.headers.get('location') ?? '').hash.slice(1)
}

test.beforeEach(() => {
	test.skip((process.env.E2E_MODE ?? 'embedded') !== 'embedded', 'The secret key stands in the data folder.')
})

test('a link of the admin API signs its person in after they agree, and leaves nothing in the address', async ({
	page,
	accessible,
}) => {
	const fragment = await fragmentOf(MIA.email)
	expect(new URLSearchParams(fragment).get('token_type')).toBe('bearer')
	const elsewhere: string[] = []
	page.on('request', (request) => elsewhere.push(`${request.url()} ${request.headers().referer ?? ''}`))
	await page.goto(`/#${fragment}`)
	await expect(page).toHaveURL('/auth/link')
	await expect(page.getByText(`Ihr Link meldet Sie als ${MIA.email} an.`)).toBeVisible()
	await accessible(page, 390, 1280)
	// Opening a link that anybody could have sent must not sign anybody in.
	expect((await page.context().cookies()).filter(({ name }) => name.startsWith('zeitplatz-auth'))).toEqual([])
	await page.getByRole('button', { name: `Weiter als ${MIA.email}` }).click()
	await expect(page).toHaveURL('/profile')
	expect(elsewhere.filter((each) => /access_token|refresh_token/.test(each))).toEqual([])
	await page.goto('/profile/konto')
	await expect(page).toHaveURL('/profile/konto')
	// The tokens in the address have been replaced, so they cannot be used again.
	const old = new URLSearchParams(fragment).get('refresh_token')
	const now = await page.context().cookies()
	expect(
		now.map(({ value }) => Buffer.from(value.replace('base64-', ''), 'base64url').toString()).join(''),
	).not.toContain(`"${old}"`)
})

test('an incomplete, expired or invented session is refused in plain words', async ({ page }) => {
	const fresh = new URLSearchParams(await fragmentOf(MIA.email))
	const without = (name: string): string => {
		const left = new URLSearchParams(fresh)
		left.delete(name)
		return String(left)
	}
	const changed = (name: string, value: string): string => {
		const other = new URLSearchParams(fresh)
		other.set(name, value)
		return String(other)
	}
	const cases: [fragment: string, words: string][] = [
		...['refresh_token', 'expires_in', 'token_type'].map((name): [string, string] => [
			without(name),
			'nicht vollständig',
		]),
		[changed('access_token', 'a.b.c'), 'gilt nicht oder nicht mehr'],
		['error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'abgelaufen'],
		['error=access_denied&error_description=%3Cb%3Ex', 'Die Bestätigung wurde abgelehnt.'],
		['error=server_error', 'Das hat leider nicht geklappt.'],
	]
	for (const [fragment, words] of cases) {
		await page.goto('about:blank')
		await page.goto(`/#${fragment}`)
		await expect(page).toHaveURL('/auth/link')
		await expect(page.getByRole('alert')).toContainText(words)
	}
	await page.goto('/auth/link')
	await expect(page.getByRole('alert')).toContainText('nicht vollständig')
})

test('a session in an address is valid for two minutes', async ({ request, baseURL }) => {
	const form = Object.fromEntries(new URLSearchParams(await fragmentOf(MIA.email)))
	const { signing } = await loadKeys(String(process.env.E2E_DATA_DIR))
	const { importJWK, SignJWT } = await import('jose')
	const claims = JSON.parse(Buffer.from(form.access_token?.split('.')[1] ?? '', 'base64url').toString()) as {
		iat: number
	}
	const aged = async (seconds: number): Promise<string> =>
		new SignJWT({ ...claims, iat: claims.iat - seconds })
			.setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
			.sign(await importJWK(signing, 'ES256'))
	for (const [seconds, status] of [
		[60, 200],
		[180, 400],
	] as const) {
		const answer = await request.post('/auth/link', {
			form: { ...form, access_token: await aged(seconds) },
			headers: { origin: new URL(String(baseURL)).origin },
		})
		expect({ seconds, status: answer.status() }).toEqual({ seconds, status })
		expect(answer.headers()['cache-control']).toContain('no-store')
		if (status === 400) expect(await answer.text()).toContain('zu alt')
	}
	const foreign = await request.post('/auth/link', { form, headers: { origin: 'https://evil.example' } })
	expect(foreign.status()).toBe(403)
})
