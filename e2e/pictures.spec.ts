import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA

test.slow()

/** A portrait with three stripes. */
const photo = () =>
	sharp({ create: { width: 600, height: 800, channels: 3, background: '#2d6a4f' } })
		.composite([
			{ input: { create: { width: 600, height: 200, channels: 3, background: '#b5651d' } }, left: 0, top: 0 },
			{ input: { create: { width: 600, height: 200, channels: 3, background: '#1d3557' } }, left: 0, top: 600 },
		])
		.png()
		.toBuffer()

test.describe('pictures of a location', () => {
	let base: string
	let location: string
	test.beforeEach(async ({ sql, page }) => {
		location = (await openSalon(sql)).id
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${owner.userId}, 'owner' from locations where id = ${location}`
		base = `/admin/company/location/${location}`
		await openOffice(page, { id: location })
	})

	async function upload(page: Page): Promise<Locator> {
		const panel = page.getByRole('region', { name: 'Bilder' })
		await panel
			.getByLabel('Bild', { exact: true })
			.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await photo() })
		await panel.getByLabel('Was ist zu sehen?').fill('Streifen')
		await panel.getByRole('button', { name: 'Bild hochladen' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		return panel
	}

	test('a logo is uploaded, stands on the page and beside the booking, and is removed', async ({
		page,
		sql,
		accessible,
	}) => {
		await page.goto(base)
		const panel = page.getByRole('region', { name: 'Logo' })
		await panel.getByLabel('Datei').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await photo() })
		await panel.getByRole('button', { name: 'Logo hochladen' }).click()
		await expect(panel.getByRole('button', { name: 'Logo entfernen' })).toBeVisible()
		const [place] = await sql`select slug, logo_path from locations where id = ${location}`
		await accessible(page, 390, 1280)
		await page.goto(`/listings/${place?.slug}`)
		const logo = page.locator(`main img[src="${shownAt(place?.logo_path)}"]`)
		await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(256)
		await accessible(page, 390, 1280)
		await page.goto(base)
		await panel.getByRole('button', { name: 'Logo entfernen' }).click()
		await expect(panel.getByText('Noch kein Logo.')).toBeVisible()
		expect((await page.request.get(shownAt(place?.logo_path))).ok()).toBe(false)
	})

	test('a photo of a person is uploaded, stands with the team, and is removed', async ({ page, sql, accessible }) => {
		const people = `${base}/employees`
		const [person] =
			await sql`select id, name from employees where location_id = ${location} order by position, name limit 1`
		const path = async () => (await sql`select image_path from employees where id = ${person?.id}`)[0]?.image_path
		await page.goto(people)
		const row = page
			.locator('details')
			.filter({ hasText: String(person?.name) })
			.first()
		await row.locator('summary').click()
		await row.getByLabel(/^Foto von/).setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('x') })
		await row.getByRole('button', { name: 'Foto hochladen' }).click()
		await expect(row.getByText('Dieses Bild können wir nicht lesen.', { exact: false }).first()).toBeVisible()
		await row.getByLabel(/^Foto von/).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await photo() })
		await row.getByRole('button', { name: 'Foto hochladen' }).click()
		await expect.poll(path).toMatch(/webp$/)
		const file = await path()
		expect(await shownSize(page, file)).toBe('216x216')
		await page.goto(people)
		await row.locator('summary').click()
		await accessible(page, 390, 1280)
		const [place] = await sql`select slug from locations where id = ${location}`
		await page.goto(`/listings/${place?.slug}`)
		const team = page.getByRole('region', { name: 'Team' })
		await team.scrollIntoViewIfNeeded()
		await expect(team.locator(`img[src="${shownAt(file)}"]`)).toBeVisible()
		await accessible(page, 390, 1280)
		await page.goto(people)
		await row.locator('summary').click()
		await row.getByRole('button', { name: 'Foto entfernen' }).click()
		await expect.poll(path).toBe('')
		expect((await page.request.get(shownAt(file))).ok()).toBe(false)
	})

	const shownAt = (path: unknown) =>
		`${process.env.E2E_SERVICES_URL}/storage/v1/object/public/location-images/${String(path)}`

	/** The size of the file that visitors get. */
	async function shownSize(page: Page, path: unknown): Promise<string> {
		const answer = await page.request.get(shownAt(path))
		const { width, height } = await sharp(await answer.body()).metadata()
		return `${width}x${height}`
	}

	test('a crop is chosen with the keyboard, shown to visitors, and undone', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		await page.goto(base)
		await hydrated(page)
		const panel = await upload(page)
		const read = async () => (await sql`select * from location_images where location_id = ${location}`)[0]
		const first = await read()
		expect(await shownSize(page, first?.path)).toBe('600x800')

		await panel.getByText('Ausschnitt', { exact: true }).press('Enter')
		const frame = panel.getByRole('group', { name: /^Ausschnitt: mit den Pfeiltasten/ })
		await expect(panel.getByText('Gezeigt werden 100 % der Breite und 56 % der Höhe.')).toBeVisible()
		await accessible(page, 390, 1280)
		await expect(panel.getByText('Gezeigt werden 100 % der Breite und 56 % der Höhe.')).toBeVisible()
		for (let press = 0; press < 60; press++) await frame.press('Shift+ArrowUp')
		await panel.getByRole('button', { name: 'Ausschnitt speichern' }).press('Enter')
		await expect(panel.getByText('(gewählt)')).toBeVisible()
		const cropped = await read()
		expect(cropped).toMatchObject({ width: 600, height: 450, crop_top: '0.00000', source_path: first?.source_path })
		expect(await shownSize(page, cropped?.path)).toBe('600x450')
		const gone = await page.request.get(shownAt(first?.path))
		expect(gone.status()).toBeGreaterThanOrEqual(400)

		// The crop can have any shape: one edge is pulled in, the other sides stay.
		const summary = panel.getByText('Ausschnitt', { exact: false }).first()
		await expect(panel.locator('details > summary')).toBeFocused()
		await summary.press('Enter')
		await panel.getByRole('radio', { name: 'Frei' }).check()
		const edge = panel.getByRole('button', { name: 'Kante rechts' })
		for (let press = 0; press < 8; press++) await edge.press('Shift+ArrowLeft')
		await panel.getByRole('button', { name: 'Ausschnitt speichern' }).click()
		await expect.poll(async () => (await read())?.path).not.toBe(cropped?.path)
		// The row changes before the answer arrives. Until then, a click on the summary still closes it.
		await expect(panel.locator('details')).toHaveJSProperty('open', false)
		const narrow = await read()
		expect(Number(narrow?.width)).toBeLessThan(590)
		expect(narrow?.height).toBe(450)
		expect(await shownSize(page, narrow?.path)).toBe(`${narrow?.width}x450`)

		await summary.press('Enter')
		await panel.getByRole('button', { name: 'Ganzes Bild' }).press('Enter')
		await expect(panel.getByText('(gewählt)')).toHaveCount(0)
		const back = await read()
		expect(back).toMatchObject({ width: 600, height: 800, crop_top: null })
		expect(await shownSize(page, back?.path)).toBe('600x800')
		await panel.getByRole('button', { name: /Bild entfernen/ }).click()
		await expect(panel.getByRole('listitem')).toHaveCount(0)
		expect(await sql`select name from storage.objects where starts_with(name, ${location})`).toEqual([])
	})

	test('without JavaScript a crop is chosen from a list, and an invalid one is explained', async ({
		page,
		browser,
		sql,
		baseURL,
	}) => {
		const context = await browser.newContext({
			baseURL,
			javaScriptEnabled: false,
			storageState: await page.context().storageState(),
		})
		const plain = await context.newPage()
		await plain.goto(base)
		const panel = await upload(plain)
		await panel.locator('summary').click()
		await panel.getByLabel('Was gezeigt wird').selectOption('4:3, unten')
		await panel.getByRole('button', { name: 'Ausschnitt speichern' }).click()
		await expect(plain.getByText('Gespeichert.')).toBeVisible()
		const [row] = await sql`select id, width, height, crop_top from location_images where location_id = ${location}`
		expect(row).toMatchObject({ width: 600, height: 450, crop_top: '0.43750' })

		const send = (form: Record<string, string>) =>
			plain.request.post(`${base}?index`, {
				form: { intent: 'crop', id: String(row?.id), ...form },
				headers: { origin: String(baseURL) },
			})
		const whole = { left: '0', top: '0', width: '1', height: '1' }
		const wishes: Record<string, string>[] = [
			{},
			{ ...whole, left: 'NaN' },
			{ ...whole, left: '0.5' },
			{ ...whole, width: '-1' },
			{ part: 'x' },
		]
		for (const wrong of wishes) {
			const answer = await send(wrong)
			expect(answer.status()).toBe(400)
			expect(await answer.text()).toContain('Diesen Ausschnitt können wir nicht lesen.')
		}
		for (const id of ['', 'x', location]) {
			const answer = await send({ id, part: 'start' })
			expect(answer.status()).toBe(400)
			expect(await answer.text()).toContain('Dieses Bild gibt es nicht mehr.')
		}
		await sql`insert into members (company_id, user_id, role) select company_id, other.id, 'owner' from locations,
			(select id from auth.users where id <> ${owner.userId} limit 1) other where locations.id = ${location}`
		await sql`update members set role = 'staff' where user_id = ${owner.userId}
			and company_id = (select company_id from locations where id = ${location})`
		const refused = await send({ part: 'start' })
		expect(refused.status()).toBe(403)
		expect((await plain.request.get(`${base}/picture/${String(row?.id)}`)).status()).toBe(403)
		await context.close()
	})
})
