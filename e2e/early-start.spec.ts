import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { earlyStart, order } from './order.ts'

bothWays((javaScriptEnabled) => {
	test('a visit within the withdrawal period is booked with the demand for an early start', async ({
		page,
		sql,
		mailbox,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		const email = `haken-${randomUUID()}@example.org`
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		const box = earlyStart(page)
		await expect(box).not.toBeChecked()
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill('jörg@')
		await page.getByLabel('Nachricht an den Betrieb').fill('Hintereingang')
		const book = page.getByRole('button', { name: 'zahlungspflichtig buchen' })
		// All errors appear at once, each at its field.
		await book.click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(box).toHaveAttribute('aria-invalid', 'true')
		await expect(box).toHaveAccessibleDescription(/Bitte setzen Sie dafür das Häkchen/)
		await page.getByLabel('E-Mail').fill(email)
		await book.click()
		await expect(page.getByRole('alert')).toContainText('Häkchen')
		await expect(page.getByLabel('E-Mail')).not.toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		await expect(page.getByLabel('Nachricht an den Betrieb')).toHaveValue('Hintereingang')
		if (javaScriptEnabled) await expect(box).toBeFocused()
		const link = page.getByRole('alert').getByRole('link')
		await expect(link).toHaveText('Häkchen zum Beginn vor Ende der Widerrufsfrist')
		await link.click()
		await expect(page).toHaveURL(/#contact-early_start$/)
		// A tick stays when another field is wrong.
		await box.check()
		await page.getByLabel('E-Mail').fill('jörg@')
		await book.click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(box).toBeChecked()
		await expect(box).not.toHaveAttribute('aria-invalid', 'true')
		await page.getByLabel('E-Mail').fill(email)
		await book.click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		await expect(page.getByText('Sie haben erklärt: „Ich verlange ausdrücklich')).toBeVisible()
		const [mail] = await mailbox(email)
		expect(mail?.text).toContain('Beginn vor dem Ende der Widerrufsfrist')
		expect(mail?.text).toMatch(/haben Sie erklärt: „Ich verlange ausdrücklich/)
		await page.goto(/https?:\/\/\S+\/booking\/[0-9a-f-]{36}\?s=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
		await expect(page.getByText('Sie haben erklärt: „Ich verlange ausdrücklich')).toBeVisible()
		// A customer who cancels on a phone finds the button, without the declaration above it.
		await page.getByRole('link', { name: 'Termin absagen' }).click()
		await expect(page.getByRole('button', { name: 'Verbindlich absagen' })).toBeVisible()
		await expect(page.getByText('Sie haben erklärt')).toHaveCount(0)
		const [kept] = await sql`select demanded.agreed_at, worded.text from early_starts demanded
			join consent_texts worded on worded.hash = demanded.text_hash
			join appointments on appointments.id = demanded.appointment_id where contact_email = ${email}`
		expect(kept?.text).toContain('vollständig erfüllt hat')
	})

	test('moving a visit into the withdrawal period asks for the demand', async ({ page, sql, mailbox }) => {
		const salon = await openSalon(sql, { people: 1 })
		const email = `haken-${randomUUID()}@example.org`
		const day = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 25 }).toString()
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}&day=${day}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill(email)
		await expect(earlyStart(page)).toHaveCount(0)
		await order(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		const [mail] = await mailbox(email)
		expect(mail?.text).not.toContain('Ich verlange ausdrücklich')
		const link = /https?:\/\/\S+\/booking\/[0-9a-f-]{36}\?s=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
		await page.goto(link)
		await page.getByRole('link', { name: 'Termin verschieben' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termin verschieben')
		const soon = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 5 }).toString()
		await page.goto(`${new URL(page.url()).pathname}?day=${soon}`)
		await page.getByRole('link', { name: 'Uhr wählen' }).last().click()
		await expect(earlyStart(page)).not.toBeChecked()
		const move = page.getByRole('button', { name: 'Verbindlich verschieben' })
		await move.click()
		await expect(earlyStart(page)).toHaveAttribute('aria-invalid', 'true')
		if (javaScriptEnabled) await expect(earlyStart(page)).toBeFocused()
		await expect(earlyStart(page)).toHaveAccessibleDescription(/Bitte setzen Sie dafür das Häkchen/)
		await earlyStart(page).check()
		await move.click()
		await expect(page.getByText('Ihr Termin ist verschoben.')).toBeVisible()
		await expect(page.getByText('Sie haben erklärt: „Ich verlange ausdrücklich')).toBeVisible()
		expect((await mailbox(email, 2)).at(-1)?.text).toContain('Beginn vor dem Ende der Widerrufsfrist')
	})
})

test('on a phone the box and its message are visible above the bar, and look like the other fields', async ({
	page,
	sql,
	hydrated,
}) => {
	const salon = await openSalon(sql, { people: 1 })
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	const email = page.getByLabel('E-Mail')
	await email.fill(`haken-${randomUUID()}@example.org`)
	await hydrated(page)
	await page.getByRole('button', { name: 'zahlungspflichtig buchen' }).click()
	await expect(earlyStart(page)).toBeFocused()
	const message = page.locator('#contact-early_start-error')
	const bar = await page.getByRole('complementary', { name: 'Ihre Auswahl' }).boundingBox()
	const [box, words] = [await earlyStart(page).boundingBox(), await message.boundingBox()]
	expect(box?.y).toBeGreaterThan(0)
	expect(Number(words?.y) + Number(words?.height)).toBeLessThanOrEqual(Number(bar?.y))
	expect(await message.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('!')
	await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'))
	const ground = (element: Element): string => getComputedStyle(element).backgroundColor
	expect(await earlyStart(page).evaluate(ground)).toBe(await email.evaluate(ground))
})

test('the box and its error are accessible', async ({ page, sql, accessible }) => {
	const salon = await openSalon(sql, { people: 1 })
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await expect(earlyStart(page)).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'zahlungspflichtig buchen' }).click()
	await expect(earlyStart(page)).toHaveAttribute('aria-invalid', 'true')
	await accessible(page, 390, 1280)
})
