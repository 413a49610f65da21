import { freshWord, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'

test('the search fields suggest by keyboard and touch, and say how many suggestions there are', async ({
	page,
	accessible,
}) => {
	await page.goto('/')
	const [what, where] = [page.getByLabel('Was', { exact: true }), page.getByLabel('Wo', { exact: true })]
	await what.click()
	await expect(what).toHaveAttribute('aria-expanded', 'true')
	await what.pressSequentially('frisö')
	await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Friseur')
	await expect(
		page
			.getByRole('status')
			.filter({ hasText: /Vorschl/ })
			.first(),
	).toHaveText(/^\d Vorschl/)
	await what.press('ArrowDown')
	const active = String(await what.getAttribute('aria-activedescendant'))
	await expect(page.locator(`#${active}`)).toHaveAttribute('aria-selected', 'true')
	await accessible(page)
	await what.press('Enter')
	await expect(what).toHaveValue('Friseur')
	await expect(what).toHaveAttribute('aria-expanded', 'false')
	await where.click()
	await where.pressSequentially('kölln')
	await page.getByRole('option', { name: /^Köln/ }).click()
	await expect(where).toHaveValue('Köln')
	await where.press('ArrowDown')
	await expect(page.getByRole('listbox')).toBeVisible()
	await where.press('Escape')
	await expect(page.getByRole('listbox')).toBeHidden()
	await where.press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friseur in Köln')
})

test("the page asks for a visitor's position only after a click, rounded to a hundred metres", async ({
	page,
	context,
}) => {
	await context.grantPermissions(['geolocation'])
	await context.setGeolocation({ latitude: 52.520_812, longitude: 13.409_419 })
	await page.goto('/listings')
	await page.getByLabel('Wo', { exact: true }).click()
	await page.getByRole('option', { name: /In meiner Nähe/ }).click()
	await expect(page.getByLabel('Wo', { exact: true })).toHaveValue('In meiner Nähe')
	await page.getByRole('button', { name: 'Suchen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Freie Termine in Ihrer Nähe')
	expect(new URL(page.url()).searchParams.get('punkt')).toBe('52.521,13.409')
})

test('when nothing is free, other days, times and places are one click away', async ({ page, sql }) => {
	const salon = await openSalon(sql, { people: 1 })
	const service = `Ausweichpolitur ${freshWord().slice(0, 8)}`
	await sql`update locations set notice_minutes = 0 where id = ${salon.id}`
	await sql`update services set name = ${service} where id = ${salon.cut}`
	await sql`insert into exceptions (location_id, kind, starts_at, ends_at, reason)
		select ${salon.id}, 'closed', day, day + interval '1 day', 'Inventur'
		from (select ((now() at time zone 'Europe/Berlin')::date + 1)::timestamp as day) tomorrow`
	await page.goto(`/listings?was=${encodeURIComponent(service)}&datum=morgen&tageszeit=abend`)
	await expect(page.getByRole('heading', { name: 'Diese Suche verfeinern' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Die nächsten freien Zeiten' })).toBeVisible()
	await page.getByRole('navigation', { name: 'Andere Tage' }).getByRole('link').first().click()
	await expect(page).toHaveURL(/tag=\d{4}-\d\d-\d\d.*tageszeit=abend/)
	await expect(page.getByRole('button', { name: /1[7-9]:\d\d$/ }).first()).toBeVisible()
})

test('the list continues where it ended, without repeats', async ({ page, hydrated }) => {
	await page.goto('/listings')
	const names = page.getByRole('region', { name: 'Ergebnisse' }).getByRole('article').getByRole('heading')
	await expect(names).toHaveCount(24)
	await page.mouse.move(50, 50)
	await hydrated(page)
	await page.getByRole('link', { name: 'Weitere anzeigen' }).click()
	await expect(names).toHaveCount(48)
	const links = await page
		.getByRole('article')
		.getByRole('heading')
		.getByRole('link')
		.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
	expect(new Set(links).size).toBe(48)
	await expect(page).toHaveURL(/\/listings\?zeigen=48#weitere$/)
	await page.reload()
	await expect(names).toHaveCount(48)
	await page.goBack()
	await expect(names).toHaveCount(24)
	await expect(page).toHaveURL(/\/listings$/)
})

test('without JavaScript the list is extended by a link, and the price range has two fields', async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
	const page = await context.newPage()
	await page.goto('/listings')
	await page.getByRole('link', { name: 'Weitere anzeigen' }).click()
	await expect(page).toHaveURL(/zeigen=48#weitere$/)
	await expect(page.getByRole('region', { name: 'Ergebnisse' }).getByRole('article')).toHaveCount(48)
	await page.goto('/listings?preis-ab=30&preis=50')
	await expect(page.getByLabel('ab Euro')).toHaveValue('30')
	await expect(page.getByLabel('bis Euro')).toHaveValue('50')
	await page.getByRole('link', { name: 'Filter entfernen: 30–50 €' }).click()
	await expect(page).toHaveURL(/\/listings$/)
	await context.close()
})

test('the services of a listing are filtered while typing', async ({ page, sql, hydrated }) => {
	const salon = await openSalon(sql)
	for (let number = 0; number < 6; number++)
		await sql`insert into services (location_id, category_id, name, duration_minutes, price_cents, position)
			select location_id, category_id, ${`Zusatz ${number}`}, 30, 1000, 10 from services where id = ${salon.cut}`
	await page.goto(`/listings/${salon.slug}`)
	await page.mouse.move(50, 50)
	await hydrated(page)
	const services = page.getByRole('region', { name: 'Leistungen' })
	await services.getByLabel('Leistung suchen').fill('faerb')
	await expect(services.getByRole('status')).toHaveText('1 Leistung')
	await expect(services.getByRole('listitem')).toHaveCount(1)
	await services.getByLabel('Leistung suchen').fill('gibt es nicht')
	await expect(services.getByRole('status')).toHaveText('Keine Leistungen')
})
