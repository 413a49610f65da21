import type { Page } from '@playwright/test'
import { bothWays, expect, test } from './fixtures.ts'
import { appCode, linkOf, newPerson, otherBrowser, PASSWORD, setUpApp, signIn, signOut } from './people.ts'

const heading = 'heading' as const

bothWays(() => {
	test('an app is set up, asked for at sign-in, and removed again', async ({ page, browser, baseURL, mailbox }) => {
		test.slow()
		const email = await newPerson(page, mailbox)
		await page.goto('/profile/sicherheit')
		await page.getByRole('button', { name: 'Mit Authenticator-App einrichten' }).click()
		await page.getByLabel('Code aus der App').fill('000000')
		await page.getByRole('button', { name: 'Code prüfen und einschalten' }).click()
		await expect(page.getByRole('alert')).toContainText('Dieser Code stimmt nicht')
		// The same secret is shown again, so that nothing has to be scanned twice.
		const secret = await page.locator('section#zwei-faktor code').innerText()
		await page.getByLabel('Code aus der App').fill(appCode(secret, -1))
		await page.getByRole('button', { name: 'Code prüfen und einschalten' }).click()
		const shown = page.getByRole('list', { name: 'Notfallcodes' }).getByRole('listitem')
		await expect(shown).toHaveCount(10)
		const [recovery = ''] = await shown.allInnerTexts()
		const file = await page.getByRole('link', { name: 'Als Datei sichern' }).getAttribute('href')
		expect(decodeURIComponent(file ?? '')).toContain(recovery)
		await page.goto('/profile/sicherheit')
		await expect(page.getByText('noch 10 Codes')).toBeVisible()
		await expect(page.getByText(recovery)).toHaveCount(0)

		const other = await otherBrowser(browser, baseURL)
		await other.goto('/profile/angaben')
		await signIn(other, email, PASSWORD)
		await expect(other.getByRole(heading, { level: 1 })).toHaveText('Zweiter Schritt')
		// A half signed-in person counts as signed out, everywhere.
		for (const path of [
			'/profile',
			'/profile/sicherheit',
			'/profile/meine-daten.json',
			'/admin/dashboard',
			'/admin/neu',
		]) {
			await other.goto(path)
			await expect(other).toHaveURL('/auth/second-factor')
		}
		await other.goto('/')
		await expect(other.getByRole('link', { name: 'Mein Bereich' })).toHaveCount(0)
		await other.goto('/profile/angaben')
		await other.getByLabel('Code aus Ihrer Authenticator-App').fill('000000')
		await other.getByRole('button', { name: 'Anmelden', exact: true }).click()
		await expect(other.getByText('Dieser Code stimmt nicht')).toBeVisible()
		await other.getByLabel('Code aus Ihrer Authenticator-App').fill(appCode(secret))
		await other.getByRole('button', { name: 'Anmelden', exact: true }).click()
		await expect(other).toHaveURL('/profile/angaben')
		await signOut(other)

		await other.goto('/profile')
		await signIn(other, email, PASSWORD)
		await other.getByText('Ich habe mein Gerät nicht zur Hand').click()
		await other.getByLabel('Notfallcode').fill(recovery.toUpperCase())
		await other.getByRole('button', { name: 'Mit Notfallcode anmelden' }).click()
		await expect(other).toHaveURL('/profile')
		await signOut(other)
		await other.goto('/profile')
		await signIn(other, email, PASSWORD)
		await other.getByText('Ich habe mein Gerät nicht zur Hand').click()
		await other.getByLabel('Notfallcode').fill(recovery)
		await other.getByRole('button', { name: 'Mit Notfallcode anmelden' }).click()
		await expect(other.getByText('Dieser Notfallcode stimmt nicht')).toBeVisible()
		await other.context().close()

		await page.goto('/profile/sicherheit')
		await expect(page.getByText('noch 9 Codes')).toBeVisible()
		await page.getByRole('button', { name: 'Erneuern' }).click()
		await expect(shown).toHaveCount(10)
		await expect(page.getByText('noch 10 Codes')).toBeVisible()
		await page.getByRole('button', { name: 'Authenticator-App entfernen' }).click()
		await expect(page.getByText('Ihre Zwei-Faktor-Anmeldung ist geändert.')).toBeVisible()
		await expect(page.getByRole('button', { name: 'Mit Authenticator-App einrichten' })).toBeVisible()
		await page.goto('/profile')
		await expect(page.getByRole(heading, { level: 1 })).toHaveText('Guten Tag, Mara Weiß')
	})
})

test('a security key is added and asked for, and a passkey alone signs in', async ({ page, mailbox }) => {
	const email = await newPerson(page, mailbox)
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
	await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: { ...options, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
	})
	await page.goto('/profile/sicherheit')
	await page.getByLabel('Name des Passkeys').fill('Mein Laptop')
	await page.getByRole('button', { name: 'Passkey hinzufügen' }).click()
	const passkeys = page.getByRole('region', { name: 'Passkeys' })
	await expect(passkeys.getByText('Mein Laptop')).toBeVisible()
	await passkeys.getByText('Umbenennen').click()
	await passkeys.getByLabel('Neuer Name').fill('Alter Laptop')
	await passkeys.getByRole('button', { name: 'Speichern' }).click()
	await expect(passkeys.getByText('Alter Laptop')).toBeVisible()
	await signOut(page)
	await page.goto('/auth/login')
	await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
	await expect(page).toHaveURL('/profile')

	await page.goto('/profile/sicherheit')
	await page.getByRole('button', { name: 'Alter Laptop entfernen' }).click()
	await expect(passkeys.getByText('Alter Laptop')).toHaveCount(0)
	await page.getByRole('button', { name: 'Sicherheitsschlüssel hinzufügen' }).click()
	await expect(page.getByRole('list', { name: 'Notfallcodes' }).getByRole('listitem')).toHaveCount(10)
	await signOut(page)
	await page.goto('/profile')
	await signIn(page, email, PASSWORD)
	await page.getByRole('button', { name: 'Mit „Sicherheitsschlüssel“ anmelden' }).click()
	await expect(page).toHaveURL('/profile')
})

test('a forgotten password is replaced only with the second factor', async ({ page, mailbox }) => {
	const email = await newPerson(page, mailbox)
	await page.goto('/profile/sicherheit')
	const { secret } = await setUpApp(page)
	await page.goto('/profile')
	await signOut(page)
	await page.goto('/auth/recovery')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByRole('button', { name: 'Link zusenden' }).click()
	await expect(page.getByText('Bitte sehen Sie in Ihr Postfach')).toBeVisible()
	await page.goto(linkOf((await mailbox(email, 2))[1]))
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page).toHaveURL('/auth/second-factor')
	// The link in the mail alone opens nothing.
	await page.goto('/auth/recovery?neu=1')
	await expect(page.getByLabel('Neues Passwort')).toHaveCount(0)
	await page.goto('/auth/second-factor')
	await page.getByLabel('Code aus Ihrer Authenticator-App').fill(appCode(secret))
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(page.getByRole(heading, { level: 1 })).toHaveText('Neues Passwort wählen')
	await page.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
	await page.getByRole('button', { name: 'Passwort speichern' }).click()
	await expect(page.getByText('Ihr Passwort ist gespeichert.')).toBeVisible()
})

test('the steps of the second factor are accessible and fit a small phone', async ({
	page,
	browser,
	baseURL,
	mailbox,
	accessible,
}) => {
	const check = async (shown: Page): Promise<void> => {
		await accessible(shown)
		expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
	}
	await page.setViewportSize({ width: 320, height: 700 })
	const email = await newPerson(page, mailbox)
	await page.goto('/profile/sicherheit')
	await page.getByRole('button', { name: 'Mit Authenticator-App einrichten' }).click()
	await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
	await check(page)
	await page.goto('/profile/sicherheit')
	await setUpApp(page)
	await check(page)
	const other = await otherBrowser(browser, baseURL)
	await other.setViewportSize({ width: 320, height: 700 })
	await other.goto('/profile')
	await signIn(other, email, PASSWORD)
	await other.getByText('Ich habe mein Gerät nicht zur Hand').click()
	await expect(other.getByLabel('Notfallcode')).toBeVisible()
	await check(other)
	await other.context().close()
})
