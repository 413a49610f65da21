import { expect, test } from './fixtures.ts'

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
		test.use({ javaScriptEnabled })

		test('someone registers, confirms by mail, signs out and in again', async ({ page, mailbox }) => {
			const email = `konto-${process.pid}-${javaScriptEnabled}@example.org`
			await page.goto('/auth/register')
			await page.getByLabel('Ihr Name').fill('Mara Weiß')
			await page.getByLabel('E-Mail').fill(email)
			await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
			await page.getByRole('checkbox').check()
			await page.getByRole('button', { name: 'Konto anlegen' }).click()
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
			const [mail] = await mailbox(email)
			const link = /https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
			const { pathname, search } = new URL(link)
			await page.goto(pathname + search)
			await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guten Tag, Mara Weiß')
			await page.getByRole('button', { name: 'Abmelden' }).click()
			await expect(page).toHaveURL('/')
			await page.goto('/profile')
			await page.getByLabel('E-Mail').fill(email)
			await page.getByLabel('Passwort', { exact: true }).fill('falsch-falsch')
			await page.getByRole('button', { name: 'Anmelden' }).click()
			await expect(page.getByRole('alert')).toHaveText(
				'E-Mail-Adresse oder Passwort stimmt nicht. Bitte prüfen Sie beides.',
			)
			await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
			await page.getByRole('button', { name: 'Anmelden' }).click()
			await expect(page).toHaveURL('/profile')
		})
	})
}

test('a used or broken link says what to do', async ({ page, accessible }) => {
	await page.goto('/auth/confirm?token_hash=kaputt&type=recovery')
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByRole('alert')).toContainText('abgelaufen')
	await accessible(page)
})
