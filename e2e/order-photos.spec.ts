import sharp from 'sharp'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'
import { insertWish } from './wishes.ts'

test.slow()

/** A photo with the place where it was taken. */
const photo = () =>
	sharp({ create: { width: 320, height: 240, channels: 3, background: '#c08457' } })
		.withExif({ IFD0: { Copyright: 'Mia Muster' } })
		.jpeg()
		.toBuffer()

bothWays((javaScriptEnabled) => {
	test('photos go with a search order from its form to the businesses that it fits', async ({
		page,
		sql,
		baseURL,
		browser,
		accessible,
	}) => {
		await page.goto('/create-order')
		await page.getByLabel('Kategorie').selectOption({ index: 2 })
		await page.getByLabel('Ort').fill('Köln')
		await page.getByRole('checkbox', { name: 'Vormittag' }).last().check()
		await page.getByRole('button', { name: 'Weiter: Wer hat dann frei?' }).click()
		const panel = page.getByRole('region', { name: 'Fotos (freiwillig)' })
		await panel
			.locator('input[type=file]')
			.setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('kein Bild') })
		await panel.getByRole('button', { name: 'Foto hinzufügen' }).click()
		await expect(panel.getByText('Dieses Foto können wir nicht lesen.')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		for (const count of [1, 2]) {
			await panel
				.locator('input[type=file]')
				.setInputFiles({ name: 'haare.jpg', mimeType: 'image/jpeg', buffer: await photo() })
			await panel.getByRole('button', { name: 'Foto hinzufügen' }).click()
			await expect(panel.getByRole('img')).toHaveCount(count)
		}
		// Back to the form and on again: they are still there.
		await page.getByRole('link', { name: 'Angaben ändern' }).click()
		await page.getByRole('button', { name: 'Weiter: Wer hat dann frei?' }).click()
		await expect(panel.getByRole('img')).toHaveCount(2)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await panel.getByRole('button', { name: 'Foto 2 zum Suchauftrag entfernen' }).click()
		await expect(panel.getByRole('img')).toHaveCount(1)
		const src = await panel.getByRole('img').getAttribute('src')
		const kept = await page.request.get(String(src))
		expect(kept.headers()['content-type']).toBe('image/webp')
		expect((await sharp(await kept.body()).metadata()).exif).toBeUndefined()
		expect((await page.request.get(String(src).replace(/token=[^&]+/, 'token=x'))).ok()).toBe(false)

		// A business that fits sees it.
		const salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'reception' from locations where id = ${salon.id}`
		const wish = await insertWish(sql, salon)
		await sql`update search_order_images set order_id = ${wish.id} where file_path = ${new URL(String(src), baseURL).pathname.split('/customer-files/')[1] ?? ''}`
		const office = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage()
		await openOffice(office, salon)
		await office.goto(`/admin/offers/${wish.id}`)
		const shown = office.getByRole('img', { name: 'Foto 1 zum Suchauftrag' })
		await expect(shown).toBeVisible()
		await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
		if (javaScriptEnabled) await accessible(office, 390, 1280)
		await office.context().close()
		await page.goto(wish.link)
		await expect(page.getByRole('img', { name: 'Foto 1 Ihres Suchauftrags' })).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		// Its customer changes them as long as it is open.
		const own = page.getByRole('region', { name: 'Fotos', exact: true })
		await own.getByText('Foto hinzufügen').first().click()
		await own
			.locator('input[type=file]')
			.setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('-') })
		await own.getByRole('button', { name: 'Foto hinzufügen' }).click()
		await expect(own.getByText('Dieses Foto können wir nicht lesen.')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		const large = await sharp({
			create: {
				width: 1200,
				height: 900,
				channels: 3,
				background: '#345',
				noise: { type: 'gaussian', mean: 128, sigma: 60 },
			},
		})
			.png()
			.toBuffer()
		expect(large.length).toBeGreaterThan(256_000)
		await own.locator('input[type=file]').setInputFiles({ name: 'gross.png', mimeType: 'image/png', buffer: large })
		await own.getByRole('button', { name: 'Foto hinzufügen' }).click()
		await expect(own.getByRole('img')).toHaveCount(2)
		await expect(page.getByRole('status').filter({ hasText: 'Ihre Fotos sind geändert.' })).toBeVisible()
		await own.getByRole('button', { name: 'Foto 1 Ihres Suchauftrags entfernen' }).click()
		await expect(own.getByRole('img')).toHaveCount(1)
		await sql`update search_orders set state = 'withdrawn', closed_at = now() where id = ${wish.id}`
		await page.goto(wish.link)
		await expect(page.getByRole('img', { name: 'Foto 1 Ihres Suchauftrags' })).toBeVisible()
		await expect(page.getByRole('button', { name: /entfernen/ })).toHaveCount(0)
	})
})
