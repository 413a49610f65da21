import sharp from 'sharp'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

const photo = () =>
	sharp({ create: { width: 320, height: 240, channels: 3, background: '#b98' } })
		.jpeg()
		.withExif({ IFD0: { Copyright: 'Anna' } })
		.toBuffer()

bothWays((scripted) => {
	test('photos and documents are kept at a card, those of health apart, and go for good', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		const salon = await openOwnSalon(page, sql)
		const [card] = await sql<{ id: string; company: string }[]>`insert into customers (company_id, name)
			select company_id, 'Mia Muster' from locations where id = ${salon.id} returning id, company_id as company`
		const address = `/admin/customers/${card?.id}`
		await page.goto(address)
		if (scripted) await hydrated(page)
		const panel = page.getByRole('region', { name: 'Fotos und Dokumente' })
		const upload = async (name: string, mimeType: string, buffer: Buffer, called = '', health = false) => {
			await panel.getByLabel('Datei', { exact: true }).setInputFiles({ name, mimeType, buffer })
			await panel.getByLabel('Bezeichnung').fill(called)
			await panel.getByRole('checkbox').setChecked(health)
			await panel.getByRole('button', { name: 'Hochladen' }).click()
		}
		await upload('seite.html', 'text/html', Buffer.from('<script>alert(1)</script>'), 'Seite')
		await expect(panel.getByText('Bitte wählen Sie ein Foto oder eine PDF-Datei bis 10 MB.')).toBeVisible()
		await expect(panel.getByLabel('Bezeichnung')).toHaveValue('Seite')
		await upload('vorher.jpg', 'image/jpeg', await photo(), 'Farbe vorher')
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await upload('Vertrag 2026.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF'))
		await expect(panel.getByRole('link', { name: 'Vertrag 2026' })).toBeVisible()
		await upload(
			'test.png',
			'image/png',
			await sharp(await photo())
				.png()
				.toBuffer(),
			'Allergietest',
			true,
		)
		await expect(panel.getByRole('listitem')).toHaveCount(3)
		await expect(panel.getByRole('listitem').filter({ hasText: 'Allergietest' })).toContainText('Gesundheit')
		// A picture of health is not shown unasked.
		await expect(panel.locator('img')).toHaveCount(1)
		if (scripted) {
			await panel.locator('img').scrollIntoViewIfNeeded()
			await expect.poll(() => panel.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320)
			await accessible(page, 390, 1280)
		}

		const href = async (name: string) => String(await panel.getByRole('link', { name }).getAttribute('href'))
		const opened = await page.request.get(await href('Farbe vorher'))
		expect(opened.headers()).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' })
		const meta = await sharp(await opened.body()).metadata()
		expect([meta.format, meta.exif]).toEqual(['webp', undefined])
		const paper = await page.request.get(await href('Vertrag 2026'))
		expect(paper.headers()['content-disposition']).toMatch(/^attachment; .*Vertrag%202026\.pdf$/)
		const secret = await href('Allergietest')
		expect((await page.request.get(secret)).status()).toBe(200)
		expect(
			await sql`select what from customer_looks where customer_id = ${String(card?.id)} and what = 'health'`,
		).toHaveLength(1)

		// The reception keeps files, too, but neither sees nor opens those of health.
		await sql`insert into members (company_id, user_id, role) values (${String(card?.company)}, ${SALON_ANNA.manager.userId}, 'owner')`
		await sql`update members set role = 'reception' where user_id = ${SALON_ANNA.owner.userId} and company_id = ${String(card?.company)}`
		await page.goto(address)
		await expect(panel.getByRole('listitem')).toHaveCount(2)
		await expect(panel.getByRole('checkbox')).toHaveCount(0)
		expect((await page.request.get(secret)).status()).toBe(404)
		const path = async () =>
			(
				await sql`select file_path from customer_files where customer_id = ${String(card?.id)} and name = 'Farbe vorher'`
			)[0]?.file_path as string
		const where = await path()
		await panel.getByText('Löschen …').last().click()
		await panel.getByRole('button', { name: 'Farbe vorher endgültig löschen' }).click()
		await expect(panel.getByRole('listitem')).toHaveCount(1)
		await expect
			.poll(() => sql`select name from storage.objects where bucket_id = 'customer-files' and name = ${where}`)
			.toEqual([])
	})
})
