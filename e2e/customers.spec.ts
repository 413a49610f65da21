import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('a customer is found by any spelling of the number, and nobody overwrites what somebody else has saved', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openOwnSalon(page, sql)
	const [row] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	const company = String(row?.company)
	await page.goto('/admin/customers')
	await expect(page.getByText('Noch keine Kund:innen.')).toBeVisible()
	await accessible(page)
	// NUL, and a character that cutting at 80 splits in half.
	for (const text of ['\0', `${'a'.repeat(79)}😀`]) {
		expect((await page.goto(`/admin/customers?suche=${encodeURIComponent(text)}`))?.status()).toBe(200)
	}
	await page.goto('/admin/customers')

	await page.getByRole('link', { name: 'Neue Karte anlegen' }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('X')
	await page.getByRole('textbox', { name: 'Telefon' }).fill('0171 / 391-2009')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByText('Bitte geben Sie einen Namen an.')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('0171 / 391-2009')
	// A number without its area code cannot be dialled from elsewhere.
	await page.getByRole('textbox', { name: 'Telefon' }).fill('391 2009')
	await page.getByRole('textbox', { name: 'Name' }).fill('Zoë Yılmaz')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByText('Bitte geben Sie eine Telefonnummer mit Vorwahl an')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('391 2009')
	await page.getByRole('textbox', { name: 'Telefon' }).fill('0171 / 391-2009')
	await page.getByRole('textbox', { name: 'Merkmale' }).fill('Stammkundin, Farbe, Farbe')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Zoë Yılmaz' })).toBeVisible()
	await expect(page.getByText('Gespeichert.')).toBeVisible()
	await accessible(page)

	// Somebody else saves first: what was not touched here stays as they saved it.
	await sql`update customers set phone = '030 555', blocked = true where company_id = ${company}`
	await page.getByRole('textbox', { name: 'Notiz' }).fill('Trinkt Kaffee schwarz')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect
		.poll(async () => (await sql`select phone, blocked, note from customers where company_id = ${company}`)[0])
		.toEqual({ phone: '+4930555', blocked: true, note: 'Trinkt Kaffee schwarz' })
	await page.reload()
	await hydrated(page)
	await sql`update customers set note = 'Mag Tee' where company_id = ${company}`
	await page.getByRole('textbox', { name: 'Notiz' }).fill('Mag Wasser')
	await page.getByRole('textbox', { name: 'Telefon' }).fill('0171 / 391-2009')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByRole('alert')).toContainText('Jetzt gespeichert: Notiz „Mag Tee“.')
	await expect(page.getByRole('textbox', { name: 'Notiz' })).toHaveValue('Mag Wasser')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()

	// Health data is opened on demand, and the owner sees who did.
	await page.getByRole('link', { name: 'Angaben eintragen' }).click()
	await page.getByLabel('Angaben zur Gesundheit').fill('Pflasterallergie')
	await page.getByRole('button', { name: 'Angaben zur Gesundheit speichern' }).click()
	await expect(page.getByText('Gespeichert.')).toBeVisible()
	await expect(page.getByLabel('Angaben zur Gesundheit')).toHaveValue('Pflasterallergie')
	await accessible(page)
	await page.reload()
	await page.getByText(/Zugriffe? zeigen/).click()
	await expect(page.getByText('Angaben zur Gesundheit gespeichert')).toBeVisible()
	await expect(page.getByText('Karte geöffnet').first()).toBeVisible()

	await page.goto('/admin/customers')
	await page.getByLabel('Name, E-Mail oder Telefon').fill('+49 171 391')
	await page.getByRole('button', { name: 'Suchen' }).click()
	await expect(page.getByRole('rowheader')).toHaveText(['Zoë Yılmaz'])
	await page.getByRole('link', { name: 'Lange nicht da' }).click()
	await expect(page.getByText('Niemand passt zu dieser Auswahl.')).toBeVisible()
	const file = await page.request.get('/admin/customers.csv?merkmal=Farbe')
	expect(await file.text()).toContain('Zoë Yılmaz;;0171 3912009;Stammkundin, Farbe')
	expect((await page.goto('/admin/customers/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
})

test('a customer has further addresses and relatives, and is found by them', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openOwnSalon(page, sql)
	const [row] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	const company = String(row?.company)
	const [mia] = await sql<{ id: string }[]>`insert into customers (company_id, name, email, phone)
		values (${company}, 'Mia Muster', 'mia@example.org', '030 123456') returning id`
	await sql`insert into customers (company_id, name, email) values (${company}, 'Lena Muster', 'lena@example.org')`
	await page.goto(`/admin/customers/${mia?.id}`)
	await hydrated(page)

	await page.getByRole('textbox', { name: 'Geburtstag' }).fill('31.2.1980')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByText('Bitte geben Sie den Geburtstag wie 24.12.1980 an.')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Geburtstag' })).toBeFocused()
	await page.getByRole('textbox', { name: 'Geburtstag' }).fill('3.2.80')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect
		.poll(async () => (await sql`select birthday::text from customers where id = ${String(mia?.id)}`)[0])
		.toEqual({ birthday: '1980-02-03' })

	const contacts = page.getByRole('region', { name: 'Weitere Kontaktdaten' })
	await contacts.getByText('Weitere Angabe eintragen').click()
	await contacts.getByLabel('Art').selectOption('E-Mail')
	await contacts.getByLabel('Nummer, Adresse oder Name').fill('lena@example.org')
	await contacts.getByRole('button', { name: 'Angabe hinzufügen' }).click()
	await expect(contacts.getByText('steht schon auf einer anderen Kundenkarte')).toBeVisible()
	await expect(contacts.getByLabel('Nummer, Adresse oder Name')).toHaveValue('lena@example.org')
	await contacts.getByLabel('Nummer, Adresse oder Name').fill('mia.privat@example.org')
	await contacts.getByLabel('Wofür').fill('privat')
	await contacts.getByRole('button', { name: 'Angabe hinzufügen' }).click()
	await expect(contacts.getByText('E-Mail · privat')).toBeVisible()
	await contacts.getByRole('button', { name: 'mia.privat@example.org: Als erste Adresse' }).click()
	await expect(contacts.getByText('mia@example.org', { exact: true })).toBeVisible()

	const relatives = page.getByRole('region', { name: 'Bucht auch für' })
	await relatives.getByText('Person eintragen').click()
	await relatives.getByRole('combobox', { name: 'Für wen' }).pressSequentially('lena')
	await page.getByRole('option', { name: /Lena Muster/ }).click()
	await relatives.getByLabel('Wer das ist').fill('Tochter')
	await relatives.getByRole('button', { name: 'Person hinzufügen' }).click()
	await expect(relatives.getByText('Tochter', { exact: true })).toBeVisible()
	await accessible(page, 390, 1280)
	await relatives.getByRole('link', { name: 'Lena Muster' }).click()
	await expect(page.getByText('Bucht für diese Person (Tochter)')).toBeVisible()
	await page.getByRole('link', { name: 'Mia Muster' }).click()
	await expect(page.getByRole('heading', { name: 'Mia Muster' })).toBeVisible()
	await page.goto('/admin/customers?suche=mia@example')
	await expect(page.getByRole('rowheader')).toHaveText(['Mia Muster'])
})

test('two cards of one person are merged and parted again, and a card is erased', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openOwnSalon(page, sql)
	const [row] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	const company = String(row?.company)
	await sql`insert into customers (company_id, name, email, phone, note) values
		(${company}, 'Mia Muster', 'mia@example.org', '030 123456', 'Trinkt Tee'),
		(${company}, 'Mia Alt', 'mia.alt@example.org', '030 123456', 'Mag Kaffee'),
		(${company}, 'Lena Muster', 'lena@example.org', '030 123456', '')`
	const cards = () => sql<{ name: string }[]>`select name from customers where company_id = ${company} order by name`
	// A job of the server looks for them.
	const found = async () => (await sql`select from internal.duplicate_pairs where company_id = ${company}`).length
	await expect.poll(found, { timeout: 20_000 }).toBe(3)
	await page.goto('/admin/customers/duplicates?seite=99')
	await expect(page).toHaveURL('/admin/customers/duplicates')
	await page.goto('/admin/customers')
	await page.getByRole('link', { name: 'Doppelte suchen' }).click()
	await expect(page.getByText('3 Vorschläge')).toBeVisible()
	await hydrated(page)
	await accessible(page, 390, 1280)
	const pair = (one: string, other: string) =>
		page.getByRole('region', { name: new RegExp(`^(${one} und ${other}|${other} und ${one})$`) })
	for (const [left, name] of [
		[2, 'Mia Alt'],
		[1, 'Mia Muster'],
	] as const) {
		await pair('Lena Muster', name).getByRole('button', { name: 'Nicht dieselbe Person' }).click()
		await expect(page.getByText(left === 1 ? '1 Vorschlag' : '2 Vorschläge', { exact: true })).toBeVisible()
	}
	await pair('Mia Muster', 'Mia Alt')
		.getByRole('link', { name: /zusammenführen/ })
		.click()
	await expect(page.getByRole('heading', { name: 'Karten zusammenführen' })).toBeVisible()
	if (await page.getByRole('link', { name: 'Lieber „Mia Muster“ behalten' }).isVisible())
		await page.getByRole('link', { name: 'Lieber „Mia Muster“ behalten' }).click()
	await expect(page.getByRole('article', { name: 'Diese Karte bleibt' })).toContainText('Mia Muster')
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Zusammenführen' }).click()
	await expect(page.getByText('Mit „Mia Alt“')).toBeVisible()
	await expect(page.getByRole('textbox', { name: 'Notiz' })).toHaveValue('Trinkt Tee\n\nMag Kaffee')
	expect((await cards()).map(({ name }) => name)).toEqual(['Lena Muster', 'Mia Muster'])
	const card = page.url()

	await hydrated(page)
	await page.getByRole('textbox', { name: 'Notiz' }).fill('Neu')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect
		.poll(async () => (await sql`select note from customers where name = 'Mia Muster' and company_id = ${company}`)[0])
		.toEqual({ note: 'Neu' })
	// The answer puts new forms on the page, under a button that is being pressed.
	await expect(page.locator('form[aria-busy]')).toHaveCount(0)
	await page.getByRole('button', { name: 'Rückgängig machen' }).click()
	await expect(page.getByText('Die Karten sind wieder getrennt.')).toBeVisible()
	await expect(page.getByText('Was inzwischen an der behaltenen Karte geändert wurde')).toBeVisible()
	await page.getByRole('link', { name: 'Zur wiederhergestellten Karte' }).click()
	await expect(page.getByRole('textbox', { name: 'Notiz' })).toHaveValue('Mag Kaffee')

	await page.goto(card)
	await page.getByRole('link', { name: 'Mit einer anderen Karte zusammenführen' }).click()
	await page.getByRole('combobox', { name: 'Name, E-Mail oder Telefon' }).fill('lena')
	await page.getByRole('button', { name: 'Vergleichen' }).click()
	await page.getByRole('link', { name: 'Lena Muster' }).click()
	await expect(page.getByRole('article', { name: 'Diese Karte geht darin auf' })).toContainText('Lena Muster')

	await page.goto(card)
	await page.getByRole('link', { name: 'Auf Wunsch der Person löschen (DSGVO)' }).click()
	await expect(page.getByRole('heading', { name: 'Mia Muster löschen' })).toBeVisible()
	await hydrated(page)
	await accessible(page, 390, 1280)
	await page.getByLabel('Name zur Bestätigung').fill('Mia')
	await page.getByRole('button', { name: 'Endgültig löschen' }).click()
	await expect(page.getByText('Das ist nicht der Name dieser Karte.')).toBeVisible()
	await expect(page.getByLabel('Name zur Bestätigung')).toHaveValue('Mia')
	await page.getByLabel('Name zur Bestätigung').fill('mia muster')
	await page.getByRole('button', { name: 'Endgültig löschen' }).click()
	await expect(page.getByText('Die Kundenkarte ist gelöscht.')).toBeVisible()
	expect((await cards()).map(({ name }) => name)).toEqual(['Lena Muster', 'Mia Alt'])
})

test('a view of the customers is saved and made the default, without JavaScript too, and all of them stay one click away', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	await sql`insert into customers (company_id, name, tags)
		select company_id, file.name, file.tags from locations, (values ('Mia Farbe', '{Farbe}'::text[]), ('Ole Ohne', '{}')) file (name, tags) where locations.id = ${salon.id}`
	const context = await browser.newContext({
		...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const plain = await context.newPage()
	await plain.goto('/admin/customers?merkmal=Farbe&sortierung=-besuche')
	await plain.locator('summary', { hasText: 'Ansicht speichern' }).click()
	await plain.getByLabel('Name der Ansicht').fill('Farbkundinnen')
	await plain.getByLabel('Beim Öffnen der Liste zeigen').check()
	await plain.getByRole('button', { name: 'Speichern' }).click()
	await expect(plain.getByText('Gespeichert.')).toBeVisible()
	await plain.goto('/admin/customers')
	await expect(plain).toHaveURL(/merkmal=Farbe&sortierung=-besuche$/)
	await expect(plain.getByRole('rowheader')).toHaveText(['Mia Farbe'])
	const views = plain.getByRole('navigation', { name: 'Auswahl' })
	await expect(views.getByRole('link', { name: 'Farbkundinnen' })).toHaveAttribute('aria-current', 'page')
	await views.getByRole('link', { name: 'Alle' }).click()
	await expect(plain.getByRole('rowheader')).toHaveText(['Mia Farbe', 'Ole Ohne'])
	await context.close()

	await page.goto('/admin/customers')
	await accessible(page, 390, 1280)
	await page.locator('summary', { hasText: 'Ansicht ändern' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Ansicht löschen' }).click()
	await expect.poll(async () => (await sql`select from saved_views`).length).toBe(0)
	await page.goto('/admin/customers')
	await expect(page.getByRole('rowheader')).toHaveText(['Mia Farbe', 'Ole Ohne'])
	// The views of the appointments are another list.
	expect(
		(
			await page.request.post('/admin/customers', { form: { intent: 'other' }, headers: { origin: String(baseURL) } })
		).status(),
	).toBe(404)
})

test('conditions and the order of the list of customers stay while it is filtered, and its views keep their names', async ({
	page,
	sql,
	browser,
	baseURL,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	await sql`insert into customers (company_id, name, tags)
		select company_id, person, '{Farbe}' from locations, unnest(array['Ada Farbe', 'Zoe Farbe']) person where locations.id = ${salon.id}`
	const context = await browser.newContext({
		...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const chip = (one: typeof page, name: string) =>
		one.getByRole('navigation', { name: 'Auswahl' }).getByRole('link', { name, exact: true })
	for (const one of [page, await context.newPage()]) {
		await one.goto('/admin/customers?nur=geburtstag&ab=100&suche=Farbe')
		await expect(chip(one, 'Bald Geburtstag')).toHaveAttribute('aria-current', 'page')
		// It is not the ready-made view alone, and can be saved.
		await expect(one.locator('summary', { hasText: 'Ansicht speichern' })).toBeVisible()
		await chip(one, 'Noch nie da').click()
		await expect(one).toHaveURL(/\?suche=Farbe&nur=neu&ab=100$/)
		await expect(chip(one, 'Noch nie da')).toHaveAttribute('aria-current', 'page')
		await one.goto('/admin/customers?nur=neu&sortierung=-name')
		await expect(one.getByRole('rowheader')).toHaveText(['Zoe Farbe', 'Ada Farbe'])
		if (one === page) await hydrated(one)
		await one.locator('select[name=merkmal]').selectOption('Farbe')
		await one.getByRole('button', { name: 'Suchen' }).click()
		await expect(one).toHaveURL(/merkmal=Farbe/)
		await expect(one.getByRole('rowheader')).toHaveText(['Zoe Farbe', 'Ada Farbe'])
		await expect(chip(one, 'Noch nie da')).toHaveAttribute('aria-current', 'page')
	}
	await context.close()
	// The list that follows what is typed keeps the order, too.
	await page.getByLabel('Name, E-Mail oder Telefon').fill('Farbe')
	await expect(page).toHaveURL(/suche=Farbe/)
	await expect(page.getByRole('rowheader')).toHaveText(['Zoe Farbe', 'Ada Farbe'])
	await accessible(page)
	await page.locator('summary', { hasText: 'Ansicht speichern' }).click()
	await page.getByLabel('Name der Ansicht').fill('Neue mit Farbe')
	await page.getByRole('button', { name: 'Speichern' }).click()
	await expect(chip(page, 'Neue mit Farbe')).toHaveAttribute('aria-current', 'page')
	await expect(page.getByRole('navigation', { name: 'Auswahl' }).locator('[aria-current]')).toHaveCount(1)
	await chip(page, 'Alle').click()
	await expect(page).toHaveURL(/\/admin\/customers$/)
	await chip(page, 'Noch nie da').click()
	await expect(page).toHaveURL(/\?nur=neu$/)
	await expect(page.locator('summary', { hasText: 'Ansicht speichern' })).toHaveCount(0)
})

test('columns of the list of customers are chosen, stay in this browser, and are not those of the appointments', async ({
	page,
	sql,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	await sql`insert into customers (company_id, name, phone, birthday)
		select company_id, 'Karla Karte', '030 7654321', '1990-02-03' from locations where id = ${salon.id}`
	await page.goto('/admin/customers')
	const heads = page.getByRole('columnheader')
	await expect(heads).toContainText(['Name', 'Kontakt', 'Merkmale', 'Zuletzt da'])
	await page.getByText('Spalten', { exact: true }).click()
	await page.getByLabel('Zuletzt da', { exact: true }).uncheck()
	await page.getByLabel('Geburtstag', { exact: true }).check()
	await accessible(page)
	await page.getByRole('button', { name: 'Übernehmen' }).click()
	await expect(heads).toContainText(['Name', 'Kontakt', 'Merkmale', 'Geburtstag', 'Nächster Termin'])
	await expect(page.getByRole('row', { name: /Karla Karte/ })).toContainText('03.02.1990')
	await page.goto('/admin/appointment?ansicht=alle')
	await page.goto('/admin/customers')
	await expect(heads).toContainText(['Name', 'Kontakt', 'Merkmale', 'Geburtstag', 'Nächster Termin'])
	await accessible(page, 390)
})
