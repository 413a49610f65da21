import { bothWays, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'

bothWays((javaScriptEnabled) => {
	test('a business is kept without an account, taken into the account, and removed', async ({
		page,
		mailbox,
		accessible,
	}) => {
		await page.goto('/merkliste')
		await expect(page.getByText('Noch nichts gemerkt')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.goto('/listings/salon-anna-berlin')
		const name = await page.getByRole('heading', { level: 1 }).textContent()
		await page.getByRole('button', { name: 'Merken', exact: true }).click()
		await expect(page).toHaveURL(/\/listings\/salon-anna-berlin\?.*gemerkt=1/)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(name))
		await page.getByRole('status').getByRole('link', { name: 'Merkliste' }).click()
		await expect(page.getByRole('link', { name: String(name) })).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		await newPerson(page, mailbox)
		await page.goto('/merkliste')
		await expect(page.getByText('In diesem Browser ist ein weiterer Betrieb')).toBeVisible()
		await expect(page.getByRole('link', { name: String(name) })).toHaveCount(0)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Ins Konto übernehmen' }).click()
		await expect(page.getByRole('link', { name: String(name) })).toBeVisible()
		await expect(page.getByText('In diesem Browser ist')).toHaveCount(0)

		await page.goto('/listings/salon-anna-berlin')
		await expect(page.getByText('Gemerkt auf Ihrer Merkliste')).toBeVisible()
		await page.goto('/merkliste')
		await page.getByRole('button', { name: /Nicht mehr merken/ }).click()
		await expect(page.getByText('Noch nichts gemerkt')).toBeVisible()
		await page.goto('/listings/salon-anna-berlin')
		await expect(page.getByRole('button', { name: 'Merken', exact: true })).toBeVisible()
	})
})

test('an address that leads elsewhere is not followed, and nonsense keeps nothing', async ({ request, baseURL }) => {
	const headers = { origin: String(baseURL) }
	for (const location of ['x', '', '00000000-0000-4000-8000-00000000000x']) {
		const answer = await request.post('/merkliste', {
			...{ headers, maxRedirects: 0 },
			form: { location, was: 'merken', zurueck: 'https://boese.example/' },
		})
		expect(answer.status()).toBe(302)
		expect(answer.headers().location).toBe('/merkliste')
		expect(answer.headers()['set-cookie'] ?? '').not.toContain('merkliste')
	}
	const foreign = await request.post('/merkliste', {
		headers: { origin: 'https://boese.example' },
		form: { was: 'vergessen' },
	})
	expect(foreign.status()).toBe(403)
})
