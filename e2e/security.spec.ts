import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { DEMO_PASSWORD, MIA, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { expect, test } from './fixtures.ts'
import {
	newAddress,
	newPerson,
	PASSWORD,
	readSession,
	register,
	SESSION_COOKIE,
	signIn,
	type StoredSession,
	writeSession,
} from './people.ts'

const FOREIGN = 'https://boese.example'
const ID = '00000000-0000-4000-8000-000000000000'

/** Every address whose module has an action; a new one is covered as soon as it is in routes.ts. */
async function actions(entries: RouteConfigEntry[], above = ''): Promise<string[]> {
	const found: string[] = []
	for (const entry of entries) {
		const address = entry.path === undefined ? above : `${above}/${entry.path}`
		const source = await fs.readFile(path.join(import.meta.dirname, '../app', entry.file), 'utf8')
		const index = entry.index && above ? '?index' : ''
		if (/^export (async function|function|const) action\b/m.test(source))
			found.push((address.replaceAll(/:\w+\??/g, ID).replace('*', 'x') || '/') + index)
		found.push(...(await actions(entry.children ?? [], address)))
	}
	return found
}

/** A signed-in browser context. */
async function enter(page: Page, start: string, email: string): Promise<BrowserContext> {
	await page.goto(start)
	await signIn(page, email, DEMO_PASSWORD)
	await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
	return page.context()
}

const post = (request: APIRequestContext, address: string, headers: Record<string, string>) =>
	request.post(address, { headers, form: { intent: 'x' }, maxRedirects: 0 })

test('every action refuses a form from another site', async ({ page, browser, baseURL, sql }) => {
	test.slow()
	const addresses = await actions(routes)
	for (const known of [
		'/auth/login',
		'/auth/logout',
		'/auth/second-factor',
		'/profile/sicherheit',
		'/profile/konto',
		'/theme',
	])
		expect(addresses).toContain(known)
	const office = await browser.newPage({ baseURL })
	for (const context of [
		await enter(page, '/auth/login', MIA.email),
		await enter(office, '/auth/login-company', SALON_ANNA.owner.email),
	]) {
		for (const address of addresses) {
			for (const origin of [FOREIGN, 'null', `${String(baseURL)}.boese.example`]) {
				const document = await post(context.request, address, { origin, 'sec-fetch-site': 'cross-site' })
				expect([document.status(), document.headers()['set-cookie']], `${address} from ${origin}`).toEqual([
					403,
					undefined,
				])
				const [pathname = '', query] = address.split('?')
				const data = `${pathname === '/' ? '/_root' : pathname}.data${query ? `?${query}` : ''}`
				const fetched = await post(context.request, data, { origin, 'sec-fetch-site': 'cross-site' })
				expect(fetched.status(), `${data} from ${origin}`).toBe(403)
				expect(fetched.headers()['set-cookie'], `${data} from ${origin}`).toBeUndefined()
			}
		}
	}
	// Nobody was signed out, and no deletion of the account was requested.
	await page.goto('/profile')
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Guten Tag')
	expect(
		await sql`select from internal.account_deletions d join auth.users u on u.id = d.user_id where u.email = ${MIA.email}`,
	).toHaveLength(0)
	await office.close()
})

test('another site cannot begin to connect a service', async ({ page }) => {
	const { request } = await enter(page, '/auth/login', MIA.email)
	const answer = await request.get('/auth/provider?dienst=google&verbinden=/profile/sicherheit', {
		...{ headers: { 'sec-fetch-site': 'cross-site' }, maxRedirects: 0 },
	})
	expect(answer.headers().location).toBe('/auth/login')
})

const EVIL = [
	FOREIGN,
	'//boese.example',
	'/\\boese.example',
	...['/.//boese.example', '/a/..//boese.example', '/%2e%2e//boese.example', '/%2f/boese.example'],
	'/\t/boese.example',
	'javascript:alert(1)',
	'\\\\boese.example',
]

test('the mailbox is shown to this machine alone', async ({ request }) => {
	const own = (process.env.E2E_MODE ?? 'embedded') === 'embedded' ? 200 : 404
	for (const path of ['/dev/mail', '/DEV/Mail/', '/dev/mail.data']) {
		if (path !== '/DEV/Mail/') expect((await request.get(path)).status(), path).toBe(own)
		for (const [name, value] of [
			['x-forwarded-for', '127.0.0.1'],
			['via', '1.1 x'],
			['x-request-id', '1'],
			['host', 'zeitplatz.example'],
		] as const)
			expect((await request.get(path, { headers: { [name]: value } })).status(), `${path} ${name}`).toBe(404)
	}
})

test('the mailbox opens in a browser on this machine', async ({ page }) => {
	test.skip((process.env.E2E_MODE ?? 'embedded') !== 'embedded', 'the others have none')
	expect((await page.goto('/dev/mail'))?.status()).toBe(200)
	// A reload must work as well, because the browser then sends other headers.
	expect((await page.reload())?.status()).toBe(200)
})

test('a request with a missing, repeated or invalid host is refused everywhere', async ({ baseURL }) => {
	const { hostname, port, host } = new URL(baseURL ?? '')
	const statusOf = async (path: string, hosts: string[], more: string[] = [], version = '1.1') => {
		const socket = connect(Number(port), hostname)
		const lines = [`GET ${path} HTTP/${version}`, ...hosts.map((name) => `Host: ${name}`), ...more, 'Connection: close']
		if (more.length > 0) lines.pop()
		socket.write(`${lines.join('\r\n')}\r\n\r\n`)
		const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
		socket.destroy()
		return Number(first.split(' ')[1])
	}
	const broken = [
		[],
		[''],
		['['],
		[host, host],
		[host, 'boese.example'],
		['a b'],
		[`${host}/x`],
		[`a@${host}`],
		['a:b'],
		['a:99999'],
	]
	const paths = ['/', '/healthz', '/builds/latest.json', '/salon', '/dev/mail', '/admin/dashboard']
	for (const path of [...paths, ...(process.env.E2E_MODE === 'hosted' ? [] : ['/auth/v1/health', '/rest/v1/'])])
		for (const hosts of [
			...broken,
			['1.2.3.256'],
			['[::1'],
			['[:::1]'],
			['ä.example'],
			['%61.example'],
			[`${'a'.repeat(300)}.example`],
		])
			expect(await statusOf(path, hosts), `${path} ${hosts.join(' + ')}`).toBe(400)
	expect(await statusOf('/healthz', [], [], '1.0')).toBe(400)
	const socket = [
		'Connection: Upgrade',
		'Upgrade: websocket',
		'Sec-WebSocket-Version: 13',
		'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
	]
	expect(await statusOf('/realtime/v1/websocket', [host, host], socket)).toBe(400)
	for (const name of [host, 'zeitplatz.example', 'zeitplatz', 'a_b:80', '[::1]:3000', '127.0.0.1', 'EXAMPLE.org.'])
		expect(await statusOf('/healthz', [name]), name).toBe(200)
})

test('no spelling of an address opens a signed-in area, and the requested address is remembered', async ({
	baseURL,
}) => {
	const spellings = [
		'/Admin/neu',
		'/Admin/dashboard',
		'/%61dmin/calendar',
		'/admin/',
		'//admin//dashboard',
		'/Admin/Suche',
	]
	for (const path of [...spellings, '/Profile', '/PROFILE/angaben', '/%70rofile/konto/', '/profile/Meine-Daten.json']) {
		const answer = await fetch(`${baseURL}${path}`, { redirect: 'manual' })
		const login = /profile/i.test(path) || path.startsWith('/%70') ? '/auth/login' : '/auth/login-company'
		const { status, headers } = answer
		expect({ path, status, to: headers.get('location') }).toEqual({ path, status: 302, to: login })
		expect(headers.getSetCookie().join()).toContain('zeitplatz-auth-redirect-path=%2F')
	}
	const data = await fetch(`${baseURL}/Admin/dashboard.data`)
	expect(await data.text()).toContain('/auth/login-company')
	const origin = new URL(String(baseURL)).origin
	const posted = await fetch(`${baseURL}/categories`, {
		method: 'POST',
		headers: { origin },
		body: new URLSearchParams(),
	})
	expect(posted.status).toBe(405)
	expect(await posted.text()).toContain('Method Not Allowed')
})

test('an address with two slashes never leads to the host behind them', async ({ baseURL }) => {
	for (const path of [
		'/booking/1?s=x',
		'/listings/x',
		'/listings?seite=99&wann=2020-01-01',
		'/admin/company',
		'/auth/login',
	]) {
		const answer = await fetch(`${baseURL}//boese.example${path}`, { redirect: 'manual' })
		expect(new URL(answer.headers.get('location') ?? '/', baseURL).origin).toBe(new URL(String(baseURL)).origin)
		expect(answer.status).toBeLessThan(500)
	}
})

test('no parameter leads to another site', async ({ request, page, baseURL }) => {
	const signedIn = (await enter(page, '/auth/login', MIA.email)).request
	const site = new URL(String(baseURL)).origin
	const inside = (location: string | undefined): void => expect(new URL(location ?? '/', site).origin).toBe(site)
	for (const evil of EVIL) {
		const value = encodeURIComponent(evil)
		for (const address of [
			`/auth/callback?next=${value}`,
			`/auth/callback?next=${value}&error=access_denied`,
			`/auth/callback?next=${value}&code=falsch`,
			`/auth/provider?dienst=google&verbinden=${value}`,
		]) {
			for (const who of [request, signedIn]) {
				const answer = await who.get(address, { maxRedirects: 0, headers: { 'sec-fetch-site': 'same-origin' } })
				expect(answer.status(), address).toBe(302)
				inside(answer.headers().location)
			}
		}
		const link = await request.get(`/auth/confirm?token_hash=x&type=email&next=${value}`)
		inside(/name="next" value="([^"]*)"/.exec(await link.text())?.[1])
		const themed = await request.post('/theme', {
			form: { theme: 'light', back: evil },
			maxRedirects: 0,
			headers: { origin: site },
		})
		inside(themed.headers().location)
		await page.context().addCookies([{ name: 'zeitplatz-auth-redirect-path', value, url: site }])
		const login = await signedIn.get('/auth/login', { maxRedirects: 0 })
		inside(login.headers().location)
	}
})

/** Makes the browser's access token look expired, so that the next request renews it. */
const outdated = (session: StoredSession): StoredSession => ({
	...session,
	expires_at: Math.floor(Date.now() / 1000) - 60,
})

test('20 simultaneous requests with an expired token renew it and sign nobody out', async ({ page, baseURL }) => {
	const context = await enter(page, '/auth/login', MIA.email)
	await writeSession(context, outdated(await readSession(context)), String(baseURL))
	const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => fetch(`${String(baseURL)}/profile`, { headers: { cookie }, redirect: 'manual' })),
	)
	expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
	for (const answer of answers) {
		const set = answer.headers.getSetCookie().filter((each) => each.startsWith(SESSION_COOKIE))
		expect(set.length).toBeGreaterThan(0)
		expect(set.filter((each) => /^zeitplatz-auth(\.0)?=;/.test(each))).toEqual([])
	}
	await page.goto('/profile')
	await expect(page).toHaveURL('/profile')
	const renewed = await readSession(context)
	expect(renewed.expires_at).toBeGreaterThan(Date.now() / 1000)
	await page.reload()
	await expect(page).toHaveURL('/profile')
})

test('a session that was ended elsewhere, and one that never existed, are removed from the browser', async ({
	page,
	baseURL,
	mailbox,
	sql,
}) => {
	const email = await newPerson(page, mailbox)
	const context = page.context()
	const session = await readSession(context)
	await sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`
	for (const broken of [
		outdated(session),
		{ ...outdated(session), refresh_token: 'erfunden' },
		{ ...session, access_token: `${session.access_token.slice(0, -4)}AAAA`, refresh_token: 'erfunden', expires_at: 1 },
	]) {
		await writeSession(context, broken, String(baseURL))
		await page.goto('/profile')
		await expect(page).toHaveURL('/auth/login')
		const left = (await context.cookies()).filter(({ name }) => /^zeitplatz-auth(\.\d+)?$/.test(name))
		expect(left).toEqual([])
	}
})

test('signing in starts a new session, whatever was in the browser before', async ({
	page,
	browser,
	baseURL,
	mailbox,
}) => {
	const other = await browser.newPage({ baseURL })
	const planted = await readSession(await enter(other, '/auth/login', MIA.email))
	const email = await newPerson(page, mailbox)
	await page.locator('form[action="/auth/logout"] button').click()
	await expect(page).toHaveURL('/')
	const context = page.context()
	// An attacker has planted their own session, whose tokens they know.
	await writeSession(context, planted, String(baseURL))
	await page.request.post('/auth/login', {
		...{ form: { email, password: PASSWORD }, headers: { origin: String(baseURL) }, maxRedirects: 0 },
	})
	const own = await readSession(context)
	expect(own.refresh_token).not.toBe(planted.refresh_token)
	await page.goto('/profile')
	await expect(page.getByText(email)).toBeVisible()
	// The planted session still belongs only to its owner.
	await other.goto('/profile')
	await expect(other.getByText(MIA.email)).toBeVisible()
	await other.close()
})

test('a session in an address opens nothing', async ({ page, browser, baseURL }) => {
	const other = await browser.newPage({ baseURL })
	const session = await readSession(await enter(other, '/auth/login-company', SALON_ANNA.owner.email))
	const fragment = new URLSearchParams({
		...{ access_token: session.access_token, refresh_token: session.refresh_token, expires_in: '3600' },
		...{ token_type: 'bearer', expires_at: String(session.expires_at) },
	})
	for (const way of [
		`/profile#${fragment}`,
		`/profile?${fragment}`,
		`/auth/callback?${fragment}`,
		`/auth/confirm#${fragment}`,
	]) {
		await page.goto(way)
		await page.goto('/profile')
		await expect(page).toHaveURL('/auth/login')
	}
	// Nor does such a session replace the present one.
	await signIn(page, MIA.email, DEMO_PASSWORD)
	await expect(page).toHaveURL('/profile')
	await page.goto(`/profile/angaben#${fragment}`)
	await page.goto('/profile')
	await expect(page.getByText(MIA.email)).toBeVisible()
	await other.close()
})

test('pages reveal to nobody who has an account', async ({ page, mailbox }) => {
	const known = await newPerson(page, mailbox)
	await page.context().clearCookies()
	const answerTo = async (email: string, address: string, button: string): Promise<string> => {
		await page.goto(address)
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: button }).click()
		await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible()
		return (await page.locator('main').innerText()).replaceAll(email, '…')
	}
	const asked = await answerTo(known, '/auth/recovery', 'Link zusenden')
	expect(await answerTo(newAddress(), '/auth/recovery', 'Link zusenden')).toBe(asked)
	const pages: string[] = []
	for (const email of [known, newAddress()]) {
		await page.context().clearCookies()
		await register(page, email)
		const text = await page.locator('main').innerText()
		pages.push(text.replaceAll(email, '…').replaceAll(/in \d+ s/g, 'in … s'))
	}
	expect(pages[1]).toBe(pages[0])
	// The existing person is told by mail, not by the page, and can sign in with their old password.
	await page.goto('/auth/login')
	await signIn(page, known, PASSWORD)
	await expect(page).toHaveURL('/profile')
})

test('every answer states its type and forbids guessing: pages, files, services, errors', async ({ request }) => {
	const home = await request.get('/')
	const asset = /\/assets\/[\w.-]+\.js/.exec(await home.text())?.[0] ?? ''
	const again = await request.get('/')
	const others = [
		asset,
		'/nirgends',
		'/healthz',
		'/builds/latest.json',
		'/rest/v1/',
		'/auth/v1/user',
		'/storage/v1/x',
		'/functions/v1/x',
	]
	const answers = await Promise.all(others.map((path) => request.get(path)))
	for (const answer of [home, again, ...answers])
		expect(answer.headers()['x-content-type-options'], answer.url()).toBe('nosniff')
})
