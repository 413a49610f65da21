import type { Page } from '@playwright/test'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { expect, test } from './fixtures.ts'

/** Opens the filters, which are folded into a button. */
const openFilters = (page: Page): Promise<void> => page.locator('summary', { hasText: /^Filter/ }).click()

/** A category and a city that have a published location with a free start, found as the sitemap would. */
async function example(sql: import('postgres').Sql) {
	const [row] = await sql<
		{
			slug: string
			id: string
			name: string
			category: string
			category_slug: string
			city: string
			city_slug: string
		}[]
	>`
		select location.slug, location.id, location.name, top.name as category, top.slug as category_slug, city.name as city, city.slug as city_slug
		from locations location join cities city on city.id = location.city_id
		join services service on service.location_id = location.id and service.active
		join categories own on own.id = service.category_id join categories top on top.id = coalesce(own.parent_id, own.id)
		where location.state = 'published' and exists (select from next_starts(location.id, array[service.id]))
		order by city.population desc, location.slug limit 1`
	if (!row) throw new Error('The demo data have no location with a free time.')
	return row
}

const results = (page: Page) => page.getByRole('region', { name: 'Ergebnisse' })

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('a visitor finds a free time, and one click holds it', async ({ page, sql }) => {
		const { category, city } = await example(sql)
		await page.goto('/')
		const search = page.getByRole('search')
		await search.getByLabel('Was', { exact: true }).fill(category)
		await search.getByLabel('Wo', { exact: true }).fill(city)
		await search.getByRole('button', { name: 'Termine finden' }).click()
		await expect(page).toHaveURL(/\/listings\?was=/)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category} in ${city}`)
		await results(page)
			.getByRole('list', { name: /^Nächste freie Zeiten/ })
			.first()
			.getByRole('button')
			.last()
			.click()
		await expect(page).toHaveURL(/\/listings\/[a-z0-9-]+\/booking\?service=[0-9a-f-]{36}&.*hold=/)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	})

	test('filters apply with the button, and the address keeps them', async ({ page, sql }) => {
		const { city } = await example(sql)
		await page.goto(`/listings?wo=${encodeURIComponent(city)}`)
		await page.getByText('Wann', { exact: true }).click()
		await page.getByLabel('Abend', { exact: true }).check()
		await openFilters(page)
		await page.getByLabel('Kartenzahlung').check()
		await page.getByRole('button', { name: 'Filter anwenden' }).click()
		await expect(page).toHaveURL(/tageszeit=abend/)
		await expect(page).toHaveURL(/merkmal=payment%3Acard/)
		await openFilters(page)
		await expect(page.getByRole('checkbox', { name: 'Kartenzahlung' })).toBeChecked()
	})

	test('everything typed into the first field is understood, on a phone in the search sheet', async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 })
		await page.goto('/')
		await expect(page.getByLabel('Was', { exact: true })).toBeHidden()
		await page.getByRole('group').getByText('Was suchen Sie?').click()
		await page.getByLabel('Was', { exact: true }).fill('Frisör Kölln')
		await page.getByLabel('Morgen', { exact: true }).check()
		await page.getByRole('button', { name: 'Termine finden' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friseur in Köln')
		await expect(page.getByText('Friseur', { exact: true }).first()).toBeVisible()
		await expect(page.getByText('Köln · Morgen')).toBeVisible()
		for (const [typed, heading] of [
			['was=10115', 'Freie Termine in 10115 Berlin'],
			['was=Friseur+in+Berlin', 'Friseur in Berlin'],
			['wo=K%C3%B6lln', 'Freie Termine in Köln'],
		]) {
			await page.goto(`/listings?${typed}`)
			await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(heading))
		}
		// The time is understood too, and the address shows all parts separately.
		await page.goto('/listings?was=Frisör+Berlin+morgen+Abend&wo=&datum=&von=')
		await expect(page).toHaveURL('/listings?was=Fris%C3%B6r+Berlin&datum=morgen&tageszeit=abend')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friseur in Berlin')
		await expect(page.getByRole('link', { name: 'Filter entfernen: Morgen' })).toBeVisible()
		// Words that could be the name of a business are searched for as one.
		await page.goto('/listings?was=Salon+Freitag')
		await expect(page).toHaveURL('/listings?was=Salon+Freitag')
	})
})

test('keyboard users can skip the search and the filters', async ({ page, hydrated }) => {
	await page.goto('/listings?was=Friseur&wo=Berlin')
	await hydrated(page)
	await page.getByRole('search').getByRole('button', { name: 'Suchen' }).focus()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('link', { name: 'Zu den Ergebnissen springen' })).toBeFocused()
	await page.keyboard.press('Enter')
	await page.keyboard.press('Tab')
	await expect(page.getByRole('combobox', { name: 'Sortiert nach' })).toBeFocused()
	// Where there are courses, the line that leads to them comes next.
	const courses = results(page).getByRole('link', { name: /für Gruppen/ })
	for (const line of await courses.all()) {
		await page.keyboard.press('Tab')
		await expect(line).toBeFocused()
	}
	await page.keyboard.press('Tab')
	await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused()
})

test('the address of a search contains only what was asked for', async ({ page, hydrated }) => {
	await page.goto('/')
	await hydrated(page)
	await page.getByLabel('Was', { exact: true }).fill('Massage')
	await page.getByLabel('Was', { exact: true }).press('Enter')
	await expect(page).toHaveURL('/listings?was=Massage')
})

test('a business is suggested by its name and opens at once', async ({ page, sql }) => {
	const { name, slug } = await example(sql)
	await settleSuggestions(sql)
	await page.goto('/listings')
	const what = page.getByLabel('Was', { exact: true })
	await what.click()
	await what.pressSequentially(name)
	await page
		.getByRole('option', { name: /Unternehmen$/ })
		.filter({ hasText: name })
		.first()
		.click()
	await expect(page).toHaveURL(new RegExp(`/listings/${slug}\\?von=marktplatz$`))
})

test('filters search at once, stay in a clean address, and can be removed', async ({ page, sql, hydrated }) => {
	const { city, city_slug } = await example(sql)
	await page.goto(`/katalog/${city_slug}`)
	await hydrated(page)
	await openFilters(page)
	await page.getByLabel('Kartenzahlung').check()
	await expect(page).toHaveURL(`/listings?wo=${encodeURIComponent(city).replaceAll('%20', '+')}&merkmal=payment%3Acard`)
	await page.keyboard.press('Escape')
	await page.getByRole('link', { name: 'Filter entfernen: Kartenzahlung' }).click()
	await expect(page).not.toHaveURL(/merkmal/)
	await openFilters(page)
	await expect(page.getByRole('checkbox', { name: 'Kartenzahlung' })).not.toBeChecked()
	await expect(page.getByRole('status').filter({ hasText: 'Unternehmen gefunden' })).toBeVisible()
})

test('home shows what is free in one town, of several trades, and no picture twice', async ({ page, accessible }) => {
	await page.goto('/')
	const soon = page.getByRole('region', { name: /^(Heute noch|Morgen) frei in / })
	const pictures = await soon.locator('article img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
	expect(pictures.length).toBeGreaterThan(3)
	expect(new Set(pictures).size).toBe(pictures.length)
	await accessible(page, 390, 1280)
	await page.getByRole('list', { name: 'Freie Zeiten' }).getByRole('link', { name: 'Wochenende' }).click()
	await expect(page).toHaveURL(/datum=wochenende/)
})

test('days, parts of the day and common filters are one click each, and keep each other', async ({
	page,
	sql,
	accessible,
}) => {
	const { city_slug } = await example(sql)
	await page.goto(`/katalog/${city_slug}`)
	const when = page.getByRole('navigation', { name: 'Tag und Tageszeit' })
	await expect(when.getByRole('link', { name: 'Jeder Tag' })).toHaveAttribute('aria-current', 'true')
	await when.getByRole('link', { name: /^Heute/ }).click()
	await expect(page).toHaveURL(/datum=heute/)
	await when.getByRole('link', { name: 'Abend' }).click()
	await expect(page).toHaveURL(/tageszeit=abend/)
	const rated = page.getByRole('list', { name: 'Schnelle Filter' }).getByRole('link', { name: 'ab 4 Sternen' })
	await rated.click()
	await expect(page).toHaveURL(/datum=heute&tageszeit=abend.*bewertung=4/)
	await expect(rated).toHaveAttribute('aria-current', 'true')
	await accessible(page, 390, 1280)
	await rated.click()
	await expect(page).not.toHaveURL(/bewertung/)
})

test('a past day is ignored and not shown', async ({ page }) => {
	await page.goto('/listings?was=Massage&datum=2020-01-01&offen=jetzt')
	await expect(page.getByRole('list', { name: 'Gewählte Filter' }).getByRole('link')).toHaveCount(1)
	await expect(page.getByText('2020')).toHaveCount(0)
	await page.goto('/listings?was=Massage&tag=3026-01-01')
	await expect(page.getByRole('alert')).toContainText('Dieses Jahr liegt zu weit entfernt. Bitte geben Sie eines von')
	await page.goto('/listings?was=Massage&tag=2026-02-30')
	await expect(page.getByRole('alert')).toContainText('Dieses Datum gibt es nicht.')
})

test('a place that does not exist, and a search without results, offer ways on', async ({ page }) => {
	await page.goto('/listings?was=Massage&wo=Belrin')
	await expect(page.getByText('Den Ort „Belrin“ kennen wir nicht. Sie sehen Ergebnisse für Berlin.')).toBeVisible()
	await expect(page.getByLabel('Wo', { exact: true })).toHaveValue('Berlin')
	await page.goto('/listings?was=Massage&wo=Quastenheim')
	await page.getByRole('link', { name: 'In ganz Deutschland suchen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Massage in Deutschland')
	await page.goto('/listings?was=Quastenflosserdressur')
	await expect(page.getByRole('heading', { name: 'Diese Suche verfeinern' })).toBeVisible()
	await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
	await page.goto('/listings-not-found')
	await expect(page.getByRole('link', { name: 'Alle Kategorien ansehen' })).toBeVisible()
})

test('every alias shows the list', async ({ page, sql }) => {
	const { category, category_slug, city, city_slug } = await example(sql)
	const headings = {
		'/katalog': 'Freie Termine in Deutschland',
		[`/katalog/${city_slug}`]: `Freie Termine in ${city}`,
		[`/katalog/${city_slug}/${category_slug}`]: `${category} in ${city}`,
		[`/categories/${category_slug}`]: `${category} in Deutschland`,
	}
	for (const [path, heading] of Object.entries(headings)) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
	}
	const capital = category_slug.toUpperCase()
	const spellings = {
		[`/katalog/${encodeURIComponent(city.toUpperCase())}?sort=rating`]: `/katalog/${city_slug}?sort=rating`,
		[`/katalog/${city_slug}/${capital}`]: `/katalog/${city_slug}/${category_slug}`,
		[`/categories/${capital}`]: `/categories/${category_slug}`,
		'/katalog/m%C3%BCnchen': '/katalog/muenchen',
	}
	for (const [path, location] of Object.entries(spellings)) {
		const answer = await page.request.get(path, { maxRedirects: 0 })
		expect([answer.status(), answer.headers().location]).toEqual([301, location])
	}
	for (const path of ['/katalog/atlantis', '/categories/atlantis'])
		expect((await page.request.get(path)).status()).toBe(404)
})

test('strange addresses never break the list', async ({ request }) => {
	for (const query of [
		"?was='%22%3Cb%3E&wo=%00",
		'?seite=-1&umkreis=1e9&preis=NaN',
		'?datum=0000-00-00&von=99:99&sort=x',
		`?was=${'x'.repeat(3000)}`,
		'?wo=%E0%A4%A',
		'?wo=In+meiner+N%C3%A4he&punkt=999,1&umkreis=-3&tag=2026-99-01&tag-bis=x',
		'?wo=Kartenausschnitt&punkt=0,0&umkreis=0.2&tag=2099-12-31&tag-bis=2020-01-01',
		"?was=in&wo=,&von=24:00&bis=00:00&merkmal='",
	]) {
		expect((await request.get(`/listings${query}`)).status(), query).toBe(200)
	}
	for (const query of ['', '?feld=x&q=%00', "?feld=wo&q='%25_\\", `?q=${'ä'.repeat(500)}`, '?feld=wo&feld=was&q=1&q=2'])
		expect((await request.get(`/suggestions${query}`)).status(), query).toBe(200)
})

test('a listing has one address: old slugs and ids lead to it, unknown ones get 404', async ({ request, sql }) => {
	const { slug, id } = await example(sql)
	await sql`insert into location_slugs (slug, location_id) values ('frueherer-name-e2e', ${id}) on conflict do nothing`
	for (const key of ['frueherer-name-e2e', id]) {
		const answer = await request.get(`/listings/${key}?x=1`, { maxRedirects: 0 })
		expect([answer.status(), answer.headers().location]).toEqual([301, `/listings/${slug}?x=1`])
	}
	for (const key of ['gibt-es-nicht', '00000000-0000-0000-0000-000000000000', '%00', "'"]) {
		expect((await request.get(`/listings/${key}`)).status(), key).toBe(404)
	}
})

test('a listing carries structured data that search engines can read', async ({ page, sql }) => {
	const { slug, name } = await example(sql)
	await page.goto(`/listings/${slug}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
	const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
	const data = blocks.map((block) => JSON.parse(block) as Record<string, unknown>)
	const business = data.find((one) => one.makesOffer)
	expect(business).toMatchObject({ '@context': 'https://schema.org', name })
	expect(data.some((one) => one['@type'] === 'BreadcrumbList')).toBe(true)
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/listings/${slug}$`))
	await expect(page.getByRole('heading', { name: 'Impressum des Unternehmens' })).toBeVisible()
})

test('the sitemaps list what is published, and robots.txt names them', async ({ request, sql }) => {
	const { slug, city_slug, category_slug } = await example(sql)
	const index = await (await request.get('/sitemap.xml')).text()
	const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
	expect(files).toEqual([
		...['/pages-sitemap.xml', '/categories-sitemap.xml', '/events-sitemap.xml', '/locations-sitemap.xml'],
	])
	const texts = await Promise.all(files.map(async (file) => (await request.get(file)).text()))
	for (const text of texts)
		expect(text).toMatch(
			/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
		)
	expect(texts[3]).toContain(`/listings/${slug}</loc><lastmod>`)
	expect(texts[1]).toContain(`/katalog/${city_slug}/${category_slug}</loc>`)
	expect(await (await request.get('/robots.txt')).text()).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m)
})

test('pages are public but always revalidated', async ({ request }) => {
	for (const path of ['/', '/listings', '/categories']) {
		expect((await request.get(path)).headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
	}
})

test('on a phone the filters fill the screen and say how many results remain', async ({ page, sql, accessible }) => {
	const { city_slug } = await example(sql)
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(`/katalog/${city_slug}`)
	await page.getByText('Filter', { exact: true }).first().click()
	await page.getByRole('checkbox', { name: /Kartenzahlung/ }).check()
	await expect(page).toHaveURL(/merkmal=payment%3Acard/)
	await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
	await expect(page).toHaveURL(/sprache=en/)
	await accessible(page)
	const button = page.getByRole('button', { name: /^[\d.]+ Ergebnisse? anzeigen$/ })
	const count = /([\d.]+) Ergebnis/.exec(String(await button.textContent()))?.[1]
	await button.click()
	await expect(button).toBeHidden()
	await expect(page.getByRole('status').filter({ hasText: 'Unternehmen gefunden' })).toHaveText(
		`${count} Unternehmen gefunden`,
	)
})

test('a city page describes its own content, and an empty one is hidden from search engines', async ({
	page,
	sql,
	request,
}) => {
	const { category, category_slug, city, city_slug } = await example(sql)
	await page.goto(`/katalog/${city_slug}/${category_slug}`)
	const text = page.getByRole('region', { name: `${category} in ${city}: Überblick` })
	await expect(text).toContainText(new RegExp(`^.*In ${city} biete.* Termine für ${category} online an`))
	await expect(text).toContainText(/Typische Leistungen und Preise: .+ \d+,\d\d/)
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
		'href',
		new RegExp(`/katalog/${city_slug}/${category_slug}$`),
	)
	const [empty] = await sql<{ slug: string }[]>`select slug from cities where id not in
		(select city_id from locations where city_id is not null) order by population desc limit 1`
	await page.goto(`/katalog/${empty?.slug}`)
	await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
	const sitemap = await (await request.get('/categories-sitemap.xml')).text()
	expect(sitemap).not.toContain(`/katalog/${empty?.slug}<`)
})

test('pages are accessible', async ({ page, sql, accessible }) => {
	// This test opens ten pages, one after the other.
	test.slow()
	const { slug, city_slug, category_slug } = await example(sql)
	const legal = ['impressum', 'data-protection', 'agb', 'quellen'].map((name) => `/legal/${name}`)
	for (const path of [
		'/',
		`/katalog/${city_slug}/${category_slug}`,
		'/listings?was=Nichts+da',
		`/listings/${slug}`,
		'/categories',
		'/business',
		...legal,
	]) {
		await page.goto(path)
		await accessible(page, 390, 1280)
	}
})

test('nothing scrolls sideways on the narrowest screens', async ({ page, sql }) => {
	const { slug } = await example(sql)
	await page.setViewportSize({ width: 320, height: 700 })
	for (const path of ['/', '/listings', `/listings/${slug}`, '/categories', '/business', '/legal/impressum']) {
		await page.goto(path)
		expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
	}
})
