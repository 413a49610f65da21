import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

bothWays((javaScriptEnabled) => {
	test('several customers are tagged and blocked at once, and it is taken back', async ({
		page,
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const salon = await openOwnSalon(page, sql)
		const [row] = await sql`select company_id as company from locations where id = ${salon.id}`
		const company = String(row?.company)
		await sql`insert into customers (company_id, name, tags) select ${company}, person, '{Stamm}'
			from unnest(array['Ada Bulk', 'Ben Bulk', 'Cleo Bulk']) person`
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, locale: 'de-DE', storageState: await page.context().storageState() },
		})
		const desk = await context.newPage()
		const files = async () =>
			(await sql`select name, tags, blocked from customers where company_id = ${company} order by name`).map(
				({ tags, blocked }) => `${(tags as string[]).join('+')}${blocked ? ' gesperrt' : ''}`,
			)
		const choose = async (...names: string[]) => {
			for (const name of names) await desk.getByRole('checkbox', { name: `${name} wählen` }).check()
		}
		await desk.goto('/admin/customers?sortierung=-name')
		await choose('Ada Bulk', 'Ben Bulk')
		const bar = desk.getByRole('group', { name: 'Mit den gewählten Zeilen' })
		await bar.getByLabel('Merkmal').fill('Farbe')
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await bar.getByRole('button', { name: 'Vergeben' }).click()
		await expect(desk.getByText('2 Personen haben jetzt das Merkmal „Farbe“.')).toBeVisible()
		expect(await files()).toEqual(['Stamm+Farbe', 'Stamm+Farbe', 'Stamm'])
		// The order of the list stays.
		await expect(desk.getByRole('rowheader')).toHaveText(['Cleo Bulk', 'Ben Bulk', 'Ada Bulk'])
		await desk.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(desk.getByText('Zurückgenommen: 2 Personen haben das Merkmal „Farbe“ nicht mehr.')).toBeVisible()
		expect(await files()).toEqual(['Stamm', 'Stamm', 'Stamm'])
		await expect(desk.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0)

		await choose('Cleo Bulk')
		await bar.getByRole('button', { name: 'Sperren', exact: true }).click()
		await expect(desk.getByText('Eine Person kann nicht mehr online buchen.')).toBeVisible()
		await choose('Ada Bulk', 'Ben Bulk', 'Cleo Bulk')
		await bar.getByRole('button', { name: 'Sperren', exact: true }).click()
		await expect(desk.getByText('2 Personen können nicht mehr online buchen.')).toBeVisible()
		await desk.getByRole('button', { name: 'Rückgängig' }).click()
		// Only what the last action has done.
		await expect(desk.getByText('Zurückgenommen: 2 Personen können wieder online buchen.')).toBeVisible()
		expect(await files()).toEqual(['Stamm', 'Stamm', 'Stamm gesperrt'])
		await choose('Ada Bulk')
		await bar.getByLabel('Merkmal').fill('a, b')
		await bar.getByRole('button', { name: 'Vergeben' }).click()
		await expect(desk.getByText('ohne Komma')).toBeVisible()
		await context.close()
	})

	test('customers are filtered by their last visit, taken along as a file, and the owner sees who did', async ({
		page,
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const salon = await openOwnSalon(page, sql)
		const [row] = await sql`select company_id as company from locations where id = ${salon.id}`
		const company = String(row?.company)
		for (const [name, days] of [
			['Ada Neulich', 10],
			['Ben Lange', 200],
		] as const)
			await sql`with file as (
				insert into customers (company_id, name, note, birthday) values (${company}, ${name}, 'Trinkt Tee', '1980-02-03') returning id
			), contact as (
				insert into customer_contacts (company_id, customer_id, kind, value) select ${company}, id, 'phone', '+4917139120' || ${days}::text from file
			)
			insert into customer_facts (customer_id, company_id, visits, no_shows, cancelled, spent_cents, last_visit_at)
			select id, ${company}, 1, 0, 0, 4500, now() - make_interval(days => ${days}) from file`
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, locale: 'de-DE', storageState: await page.context().storageState() },
		})
		const desk = await context.newPage()
		await desk.goto('/admin/customers?sortierung=-umsatz')
		await desk.getByLabel('Tag oder Tage').fill('90')
		await desk.getByRole('button', { name: 'Suchen', exact: true }).last().click()
		await expect(desk).toHaveURL(/sortierung=-umsatz/)
		await expect(desk.getByRole('rowheader')).toHaveText(['Ben Lange'])
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await desk.getByLabel('Letzter Besuch').selectOption('seit')
		await desk.getByRole('button', { name: 'Suchen', exact: true }).last().click()
		await expect(desk.getByRole('rowheader')).toHaveText(['Ada Neulich'])
		const file = await context.request.get(
			String(await desk.getByRole('link', { name: 'Als CSV-Datei' }).getAttribute('href')),
		)
		const text = await file.text()
		expect(text).toContain('Geburtstag')
		expect(text).toContain('03.02.1980')
		expect(text).toContain('0171 3912010')
		expect(text).toContain('Trinkt Tee')
		expect(text).not.toContain('Ben Lange')
		await desk.getByLabel('Tag oder Tage').fill('irgendwann')
		await desk.getByRole('button', { name: 'Suchen', exact: true }).last().click()
		await expect(desk.getByText('oder eine Zahl von Tagen')).toBeVisible()
		await expect(desk.getByRole('rowheader')).toHaveCount(2)

		await desk.getByRole('link', { name: 'Wer hineingesehen hat' }).click()
		await expect(desk.getByRole('rowheader')).toHaveText(['Ada Neulich'])
		await expect(desk.getByRole('row', { name: /Ada Neulich/ })).toContainText('Als Datei mitgenommen')
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await desk.goto('/admin/customers/looks?was=health')
		await expect(desk.getByText('Kein Zugriff passt zu dieser Auswahl.')).toBeVisible()
		await sql`insert into members (company_id, user_id, role)
			select ${company}, id, 'owner' from auth.users where id <> ${SALON_ANNA.owner.userId} limit 1`
		await sql`update members set role = 'manager' where company_id = ${company} and user_id = ${SALON_ANNA.owner.userId}`
		expect((await desk.goto('/admin/customers/looks'))?.status()).toBe(403)
		await context.close()
	})

	test('whoever blocks somebody reads who else has the number', async ({ page, browser, baseURL, sql, accessible }) => {
		const salon = await openOwnSalon(page, sql)
		const [row] = await sql`select company_id as company from locations where id = ${salon.id}`
		await sql`insert into customers (company_id, name, phone) select ${String(row?.company)}, person, '030 5550123'
			from unnest(array['Rudi Ruppig', 'Lena Ruppig']) person`
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, locale: 'de-DE', storageState: await page.context().storageState() },
		})
		const desk = await context.newPage()
		await desk.goto('/admin/customers')
		await desk.getByRole('link', { name: 'Rudi Ruppig' }).click()
		await expect(desk.getByText('Dieselbe Nummer hat auch Lena Ruppig.')).toContainText('dann ebenfalls')
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await desk.goto('/admin/customers')
		await desk.getByRole('checkbox', { name: 'Rudi Ruppig wählen' }).check()
		const bar = desk.getByRole('group', { name: 'Mit den gewählten Zeilen' })
		await bar.getByRole('button', { name: 'Sperren', exact: true }).click()
		await expect(
			desk.getByText(/Eine Person kann nicht mehr online buchen\. Dieselbe Nummer hat auch Lena Ruppig\./),
		).toBeVisible()
		await context.close()
	})
})
