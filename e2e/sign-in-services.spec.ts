import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type OidcServer, startOidcServer } from '../backend/auth/providers/test-oidc-server.ts'
import { expect, readMailbox, test } from './fixtures.ts'
import { linkOf, newAddress, register, signOut } from './people.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

// Another service to sign in with: a real OpenID Connect provider, and a server of ours that knows it.

// The port is needed before the server starts, because the provider must know the redirect address.
const port = await freePort()
let folder: string
let server: ServerProcess
let oidc: OidcServer
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
	test.setTimeout(200_000)
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-oidc-'))
	const client = { id: 'site', secret: 'a secret of the site' }
	oidc = await startOidcServer([{ ...client, redirectUri: `http://localhost:${port}/auth/v1/callback` }])
	server = await startServerProcess(folder, {
		...{ PORT: String(port), SEED: 'empty', DATABASE_URL: '', SUPABASE_URL: '' },
		...{ AUTH_OIDC_ISSUER: oidc.issuer, AUTH_OIDC_CLIENT_ID: client.id, AUTH_OIDC_SECRET: client.secret },
	})
})
test.afterAll(async () => {
	await server?.stop()
	await oidc?.stop()
	await fs.rm(folder, { recursive: true, force: true })
})
test.use({ baseURL: async ({}, use) => use(`http://localhost:${port}`) })

const SECTION = { name: 'Anmeldung über andere Dienste' }

test('a person signs in through another service, and the second time in the same way', async ({ page }) => {
	oidc.accounts.set('ada', { email: 'ada@example.org', email_verified: true, name: 'Ada Beispiel' })
	await page.goto('/profile/angaben')
	for (const time of ['first', 'second']) {
		await page.getByRole('link', { name: 'Weiter mit Single Sign-on' }).click()
		await expect(page).toHaveURL('/profile/angaben')
		await expect(page.getByText('Zurzeit ada@example.org'), time).toBeVisible()
		await page.goto('/profile/sicherheit')
		const services = page.getByRole('region', SECTION)
		await expect(services.getByRole('listitem')).toHaveText(/Single Sign-on/)
		// The only way to sign in cannot be removed.
		await expect(services.getByRole('button', { name: 'Trennen' })).toHaveCount(0)
		await signOut(page)
		await page.goto('/profile/angaben')
	}
})

test('a service is connected to an account with a password and disconnected again', async ({ page }) => {
	const email = newAddress()
	await register(page, email)
	await page.goto(linkOf((await readMailbox(email, 1, path.join(folder, 'mailbox')))[0]))
	await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
	await expect(page).toHaveURL('/profile')
	await page.goto('/profile/sicherheit')
	const services = page.getByRole('region', SECTION)
	// Ada's identity already belongs to another account.
	await page.getByRole('link', { name: 'Single Sign-on verbinden' }).click()
	await expect(page.getByRole('alert')).toContainText('schon mit einem anderen Zeitplatz-Konto verbunden')
	oidc.accounts.set('bea', { email: 'bea@example.org', email_verified: true, name: 'Bea Beispiel' })
	await page.context().clearCookies({ domain: '127.0.0.1' })
	await page.getByRole('link', { name: 'Single Sign-on verbinden' }).click()
	await expect(page.getByText('Ihre Anmeldedienste sind geändert.')).toBeVisible()
	await expect(services.getByText('bea@example.org')).toBeVisible()
	await expect(services.getByText(email)).toBeVisible()
	await services.getByRole('button', { name: 'Single Sign-on trennen' }).click()
	await expect(services.getByText('bea@example.org')).toHaveCount(0)
	await expect(services.getByRole('link', { name: 'Single Sign-on verbinden' })).toBeVisible()
})
