import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The city with the most published locations on the map. */
async function town(sql: import('postgres').Sql): Promise<string> {
	const [row] = await sql<
		{ slug: string }[]
	>`select city.slug from locations location join cities city on city.id = location.city_id
		where location.state = 'published' and location.latitude is not null group by city.slug order by count(*) desc, city.slug limit 1`
	return row?.slug ?? ''
}

const map = (page: Page) => page.getByRole('region', { name: 'Karte der Ergebnisse' })
const cards = (page: Page) => page.getByRole('region', { name: 'Ergebnisse', exact: true }).getByRole('article')
/** A pin of a single place, whose name says what stands on it. */
const pins = (page: Page) => map(page).getByRole('button', { name: /€, / })

/** Opens the results of a city on a map and waits for its tiles. */
async function open(page: Page, path: string): Promise<void> {
	const tile = page.waitForResponse((answer) => /\/karte\/[0-9a-f]{12}\/\d+\/\d+\/\d+\.mvt$/.test(answer.url()))
	await page.goto(path)
	expect((await tile).status()).toBe(200)
	await expect(map(page).getByText(/im Ausschnitt$/)).toHaveCount(0)
	await expect(page.getByRole('status').filter({ hasText: 'im Ausschnitt' })).toBeVisible()
}

test('the map comes from our own origin, without asking, beside the list', async ({ page, sql, accessible }) => {
	const foreign: string[] = []
	page.on('request', (request) => {
		if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).hostname !== 'localhost')
			foreign.push(request.url())
	})
	const faults: string[] = []
	page.on('console', (message) => {
		if (message.type() === 'error') faults.push(message.text())
	})
	await page.setViewportSize({ width: 1280, height: 900 })
	const slug = await town(sql)
	await page.goto(`/katalog/${slug}`)
	await page.getByRole('link', { name: 'Karte', exact: true }).click()
	await expect(page).toHaveURL(/[?&]ansicht=karte/)
	await expect(map(page)).toBeVisible()
	await expect(map(page).getByText('Übersichtskarte')).toBeVisible()
	await accessible(page)
	expect([foreign, faults]).toEqual([[], []])
	const [list, beside] = await Promise.all([cards(page).first().boundingBox(), map(page).boundingBox()])
	expect(beside?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0))
	await page.getByRole('link', { name: 'Nur Liste' }).click()
	await expect(map(page)).toBeHidden()
	await expect(page).not.toHaveURL(/ansicht/)
})

test('pins say time and price, are reached by keyboard, and point at their cards', async ({ page, sql }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await open(page, `/katalog/${await town(sql)}?ansicht=karte`)
	const pin = pins(page).first()
	await pin.focus()
	const name = /€, (.+)$/.exec(String(await pin.getAttribute('aria-label')))?.[1] ?? ''
	const card = cards(page)
		.filter({ has: page.getByRole('heading', { name, exact: true }) })
		.first()
	await expect(card).toHaveCSS('outline-style', 'solid')
	for (const key of ['Enter', ' ']) {
		await pin.press(key)
		const link = map(page).getByRole('link', { name, exact: true })
		await expect(link).toBeVisible()
		await pin.press('Escape')
		await expect(link).toBeHidden()
	}
	await pin.blur()
	await expect(card).toHaveCSS('outline-style', 'none')
	const plain = await pin.getAttribute('class')
	await card.hover()
	await expect(pin).not.toHaveAttribute('class', String(plain))
})

test('the list follows the map, and the visible part can be searched and shared', async ({ page, sql }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await open(page, `/katalog/${await town(sql)}?ansicht=karte`)
	const before = await cards(page).count()
	expect(before).toBeGreaterThan(1)
	const box = await map(page).boundingBox()
	const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 160]
	await page.mouse.move(x, y)
	await page.mouse.down()
	await page.mouse.move(x + 200, y + 260, { steps: 8 })
	await page.mouse.up()
	const shown = cards(page).filter({ visible: true })
	await expect.poll(() => shown.count()).toBeLessThan(before)
	await page.getByRole('button', { name: 'In diesem Ausschnitt suchen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Freie Termine im Kartenausschnitt')
	await expect(page).toHaveURL(/ausschnitt=[\d.]+%2C[\d.]+%2C[\d.]+%2C[\d.]+/)
	await expect(page).toHaveURL(/ansicht=karte/)
	await expect(page.getByRole('button', { name: 'In diesem Ausschnitt suchen' })).toBeHidden()
	const found = await shown.count()
	await page.reload()
	await expect(page.getByRole('status').filter({ hasText: /im Ausschnitt|keines/ })).toBeVisible()
	await expect(shown).toHaveCount(found)
})

test('on a phone the map fills the screen over a row of cards', async ({ page, sql, accessible }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await open(page, `/katalog/${await town(sql)}?ansicht=karte`)
	await accessible(page)
	const box = await map(page).boundingBox()
	expect(box?.width).toBe(390)
	expect(box?.height).toBeGreaterThan(500)
	const pin = pins(page).first()
	await pin.focus()
	await pin.press('Enter')
	const name = /€, (.+)$/.exec(String(await pin.getAttribute('aria-label')))?.[1] ?? ''
	await expect(
		cards(page)
			.filter({ has: page.getByRole('heading', { name, exact: true }) })
			.first(),
	).toBeInViewport()
	await page.setViewportSize({ width: 320, height: 640 })
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
	await page.getByRole('link', { name: 'Nur Liste' }).click()
	await expect(map(page)).toBeHidden()
	await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('in the dark the map is dark and accessible', async ({ page, sql, accessible, context, baseURL }) => {
	await context.addCookies([{ name: 'zeitplatz-theme', value: 'dark', url: String(baseURL) }])
	await open(page, `/katalog/${await town(sql)}?ansicht=karte`)
	await accessible(page, 390, 1280)
	const light = await page.evaluate(() => {
		const canvas = [...document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile')].find((one) => one.width > 0)
		const pixels = [...(canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [255])]
		return pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) / (pixels.length * 0.75)
	})
	expect(light).toBeLessThan(90)
})

test('a listing shows where it is', async ({ page, sql, hydrated }) => {
	const [place] = await sql<{ slug: string; name: string }[]>`select slug, name from locations
		where state = 'published' and latitude is not null order by slug limit 1`
	await page.goto(`/listings/${place?.slug}`)
	await page.mouse.move(50, 50)
	await hydrated(page)
	await page.getByText('Karte anzeigen').click()
	const small = page.getByRole('region', { name: `Karte: ${place?.name}` })
	await expect(small.getByLabel(String(place?.name), { exact: true }).locator('span')).toBeVisible()
	await expect(small.getByText('Übersichtskarte')).toBeVisible()
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the list stays whole, and the page says that the map needs JavaScript', async ({ page, sql }) => {
		await page.setViewportSize({ width: 390, height: 844 })
		await page.goto(`/katalog/${await town(sql)}?ansicht=karte`)
		await expect(page.getByText('Die Karte braucht JavaScript. Die Liste zeigt dieselben Betriebe.')).toBeVisible()
		const all = await cards(page).count()
		expect(all).toBeGreaterThan(1)
		await expect(cards(page).filter({ visible: true })).toHaveCount(all)
		await expect(page.getByRole('contentinfo')).toBeVisible()
	})
})

test('an address that names no part of a map is answered clearly, and no tile ever fails', async ({
	page,
	request,
}) => {
	for (const area of ['abc', '14,52,13,53', '13,52,14', '-999,0,0,1', '13,52,14,53,1', 'NaN,1,2,3', '1e9,1,2,3']) {
		const answer = await page.goto(`/listings?wo=Kartenausschnitt&ausschnitt=${area}`)
		expect(answer?.status(), area).toBe(200)
		await expect(page.getByRole('alert')).toHaveText(/Den Kartenausschnitt in dieser Adresse gibt es nicht/)
	}
	for (const area of ['-180,-90,180,90', '0,0,0.001,0.001', '13.4,52.5,13.41,52.51'])
		expect((await request.get(`/listings?wo=Kartenausschnitt&ausschnitt=${area}`)).status(), area).toBe(200)
	for (const path of ['x/1/2/3.mvt', 'x/../../etc.mvt', '0/0/0/0.png', '%00/1/1/1.mvt'])
		expect((await request.get(`/karte/${path}`)).status(), path).toBe(404)
})
