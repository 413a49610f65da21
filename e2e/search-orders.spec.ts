import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'

bothWays((javaScriptEnabled) => {
	test('who finds nothing posts a search order, and confirms it by mail', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const email = `lea-${randomUUID()}@example.org`
		await page.goto('/listings-not-found')
		await page.getByRole('link', { name: 'Suchauftrag erstellen' }).first().click()
		await expect(page).toHaveTitle('Suchauftrag erstellen')
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		// What is missing stands at its field, and nothing typed is lost.
		await page.getByLabel('Was brauchen Sie?').fill('Etwas Schönes')
		await page.getByLabel('Nachricht').fill('Bitte ruhig')
		await page.getByLabel('Höchstens').fill('viel')
		const further = page.getByRole('button', { name: 'Weiter: Wer hat dann frei?' })
		await further.click()
		await expect(page.getByLabel('Höchstens')).toHaveAttribute('aria-invalid', 'true')
		await page.getByLabel('Höchstens').fill('90')
		await page.getByLabel('Ort').fill('Nirgendwoburg')
		await further.click()
		await expect(page.getByLabel('Ort')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Kategorie')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByText('Bitte tippen Sie mindestens eine Zeit an')).toBeVisible()
		await expect(page.getByLabel('Was brauchen Sie?')).toHaveValue('Etwas Schönes')
		await expect(page.getByLabel('Nachricht')).toHaveValue('Bitte ruhig')
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		await page.getByLabel('Kategorie').selectOption({ index: 2 })
		await page.getByLabel('Ort').fill('Köln')
		await page.getByRole('checkbox', { name: 'Vormittag' }).last().check()
		if (javaScriptEnabled) {
			await expect(page.getByRole('status').filter({ hasText: 'im Umkreis von 10 km' })).toBeVisible()
			const preview = page.getByRole('complementary', { name: 'So lesen es die Betriebe' })
			await expect(preview).toContainText('Köln, 10 km · bis 90 €')
			await expect(preview).toContainText('Bitte ruhig')
		}
		await further.click()
		await expect(page.getByRole('heading', { name: /Suchauftrag stellen$/ })).toBeVisible()
		await expect(page.getByText('Ihr Suchauftrag erreicht')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		// Back, and everything is still there.
		await page.getByRole('link', { name: 'Angaben ändern' }).click()
		await expect(page.getByLabel('Ort')).toHaveValue('Köln')
		await expect(page.getByRole('checkbox', { name: 'Vormittag' }).last()).toBeChecked()
		await further.click()
		await page.getByRole('button', { name: 'Suchauftrag abschicken' }).click()
		await expect(page.getByLabel('Ihr Name')).toHaveAttribute('aria-invalid', 'true')
		await page.getByLabel('Ihr Name').fill('Lea Suchend')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Suchauftrag abschicken' }).click()
		// Who types both in two seconds is asked to send it again, with everything still there.
		const hasty = page.getByText('Das ging sehr schnell.')
		const sent = page.getByRole('heading', { level: 1, name: 'Fast geschafft: Bitte bestätigen Sie.' })
		await expect(sent.or(hasty)).toBeVisible()
		if (await hasty.isVisible()) {
			await expect(page.getByLabel('E-Mail')).toHaveValue(email)
			await page.waitForTimeout(2500)
			await page.getByRole('button', { name: 'Suchauftrag abschicken' }).click()
		}
		await expect(sent).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		const link = /\S+\/create-order\/bestaetigen\/\S+/.exec((await mailbox(email)).at(-1)?.text ?? '')?.[0] ?? ''
		expect(link).toContain('?s=')
		await page.goto(link)
		await expect(page).not.toHaveURL(/s=/)
		await expect(page.getByText('Etwas Schönes')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Suchauftrag bestätigen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Suchauftrag ist online.')
		await expect(page.getByRole('link', { name: 'Suchauftrag ansehen' })).toHaveAttribute('href', /\/request\//)
		const [order] = await sql`select id, state from public.search_orders where contact_email = ${email}`
		expect(order?.state).toBe('open')
		expect((await mailbox(email, 2)).at(-1)?.text).toContain(`/request/${order?.id}?s=`)

		await page.goto('/search-orders')
		await expect(page.getByRole('listitem').filter({ hasText: 'Köln' }).first()).toContainText('von 5 Angeboten')
		await expect(page.getByText('Etwas Schönes')).toHaveCount(0)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByLabel('Stadt').fill('Kiel')
		await page.getByRole('button', { name: 'Anzeigen' }).click()
		await expect(page.getByText('Dazu sucht gerade niemand.')).toBeVisible()
		await sql`delete from public.search_orders where id = ${String(order?.id)}`
	})

	test('what is free anyway is booked in place of the order', async ({ page, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		const [place] =
			await sql`select location.latitude, location.longitude, postal_code, category.slug from public.locations location
			join public.services service on service.location_id = location.id join public.categories category on category.id = service.category_id
			where location.slug = ${salon.slug} limit 1`
		await page.goto(`/create-order?kategorie=${place?.slug}&wo=${place?.postal_code}&umkreis=50`)
		await page.getByRole('radio', { name: 'Zeit egal' }).check()
		await page.getByRole('button', { name: 'Weiter: Wer hat dann frei?' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('sofort buchen')
		await page
			.getByRole('list', { name: /^Freie Zeiten bei/ })
			.first()
			.getByRole('button')
			.first()
			.click()
		await expect(page).toHaveURL(/\/listings\/.+\/booking/)
	})

	test('the page after sending, opened bare, leads on', async ({ page, accessible }) => {
		expect((await page.goto('/thankyou'))?.status()).toBe(200)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('link', { name: 'Suchauftrag erstellen' }).last().click()
		await expect(page).toHaveURL(/create-order/)
		expect((await page.goto('/create-order/bestaetigen/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
	})
})
