import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { openOffice } from './people.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'

bothWays(() => {
	test('a contract is withdrawn from with name, address and booking number', async ({
		page,
		baseURL,
		sql,
		mailbox,
		request,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		const email = `widerruf-${randomUUID()}@example.org`
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill(email)
		await order(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		const [mail] = await mailbox(email)
		const number = /Buchungsnummer: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

		await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertrag widerrufen')
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill('jörg@')
		await page.getByLabel('Buchungsnummer').fill(number.toLowerCase())
		await page.getByLabel('Mitteilung').fill('Ich habe mich\nanders entschieden.')
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Buchungsnummer')).toHaveValue(number.toLowerCase())
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByText(email)).toBeVisible()
		await expect(page.getByText(number, { exact: true })).toBeVisible()
		await page.getByRole('button', { name: 'Angaben ändern' }).click()
		await expect(page.getByLabel('Mitteilung')).toHaveValue('Ich habe mich\nanders entschieden.')
		await page.getByRole('button', { name: 'Weiter' }).click()
		await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
		await expect(page.getByRole('status')).toContainText('Ihre Erklärung ist eingegangen.')
		await expect(page.getByText(/\d{4}, \d\d:\d\d Uhr/)).toBeVisible()

		const receipt = (await mailbox(email, 2)).at(-1)
		expect(receipt?.subject).toContain('Eingangsbestätigung: Ihr Widerruf')
		expect(receipt?.text).toContain('anders entschieden.')
		const [visit] = await sql`select state from appointments where contact_email = ${email}`
		expect(visit?.state).toBe('cancelled')

		// A declaration that fits no booking is received as well, and only the mail to its address says so.
		const other = `niemand-${randomUUID()}@example.org`
		const form = { intent: 'confirm', name: 'Ida', email: other, number }
		const answer = await request.post('/vertrag-widerrufen', { form, headers: { origin: String(baseURL) } })
		expect(answer.headers()['cache-control']).toContain('no-store')
		expect(await answer.text()).toContain('Ihre Erklärung ist eingegangen.')
		expect((await mailbox(other))[0]?.text).toContain('keinen Vertrag gefunden')
	})
})

test('the page is accessible in all its steps', async ({ page, accessible }) => {
	await page.goto('/vertrag-widerrufen')
	await page.getByText('Muster-Widerrufsformular', { exact: true }).click()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByLabel('Buchungsnummer')).toHaveAttribute('aria-invalid', 'true')
	await accessible(page, 390, 1280)
	await page.getByLabel('Name', { exact: true }).fill('Ida')
	await page.getByLabel('E-Mail').fill(`ida-${randomUUID()}@example.org`)
	await page.getByLabel('Buchungsnummer').fill('3F2A-91BC-7D04')
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByRole('button', { name: 'Widerruf bestätigen' })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
	await expect(page.getByRole('status')).toBeVisible()
	await accessible(page, 390, 1280)
})

test('on a phone each step begins at its top, with the focus there or at an error', async ({ page, hydrated }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/vertrag-widerrufen')
	await hydrated(page)
	const next = page.getByRole('button', { name: 'Weiter' })
	const top = () => page.evaluate(() => window.scrollY)
	await next.click()
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
	await expect(page.getByText('Name', { exact: true })).toBeInViewport()
	await page.getByLabel('Name', { exact: true }).fill('Ida')
	await page.getByLabel('E-Mail').fill(`ida-${randomUUID()}@example.org`)
	await page.getByLabel('Buchungsnummer').fill('3F2A-91BC-7D04')
	await page.getByLabel('Mitteilung').fill('Zeile\n'.repeat(30))
	await next.click()
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
	expect(await top()).toBe(0)
	await page.getByRole('button', { name: 'Angaben ändern' }).click()
	await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
	expect(await top()).toBe(0)
	await next.click()
	await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
	await expect(page.getByRole('status')).toBeFocused()
	expect(await top()).toBe(0)
})

bothWays(() => {
	test('a booking number in an unusual form is queried once', async ({ page }) => {
		await page.goto('/vertrag-widerrufen')
		await page.getByLabel('Name', { exact: true }).fill('Ida')
		await page.getByLabel('E-Mail').fill(`ida-${randomUUID()}@example.org`)
		const number = page.getByLabel('Buchungsnummer')
		const next = page.getByRole('button', { name: 'Weiter' })
		for (const typed of ['12', 'nicht zur Hand']) {
			await number.fill(typed)
			await next.click()
			await expect(number).toHaveAccessibleDescription(/Buchungsnummern haben zwölf Zeichen/)
			await expect(number).toHaveValue(typed)
		}
		await next.click()
		await page.getByRole('button', { name: 'Angaben ändern' }).click()
		await expect(number).not.toHaveAttribute('aria-invalid')
		await next.click()
		await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
		await expect(page.getByRole('status')).toContainText('Ihre Erklärung ist eingegangen.')
	})
})

test('the business finds declared withdrawals in a list and at the appointment', async ({ page, sql, accessible }) => {
	const salon = await openSalon(sql, { people: 1 })
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/appointment')
	await page.getByRole('link', { name: 'Widerrufe' }).click()
	await expect(page.getByText('Niemand hat einen Termin widerrufen.')).toBeVisible()
	await accessible(page, 390, 1280)

	const email = `widerruf-${randomUUID()}@example.org`
	const [visit] = await sql<
		{ id: string }[]
	>`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name,
			contact_email, total_cents)
		select company_id, id, 'confirmed', now() + interval '3 days', now() + interval '3 days 1 hour', 'Mia Weiß', ${email}, 4500
		from locations where id = ${salon.id} returning id`
	const id = String(visit?.id)
	await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at,
			price_cents)
		select id, 1, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, 4500 from appointments where id = ${id}`
	await sql`select declare_withdrawal('Mia Weiß', ${email}, ${id.replaceAll('-', '').slice(0, 12)}, ${'Ich habe es mir\nanders überlegt.'})`
	await page.reload()
	await expect(page.getByText('1 Widerruf', { exact: true })).toBeVisible()
	const main = page.getByRole('main')
	const row = main.getByRole('row').filter({ hasText: 'Mia Weiß' })
	await expect(row.getByRole('cell', { name: /20\d\d, \d\d:\d\d/ })).toHaveCount(2)
	// The number has one form, however it was typed; the message keeps its lines; "Abgesagt" appears once.
	const digits = id.replaceAll('-', '').slice(0, 12).toUpperCase()
	await expect(row).toContainText(digits.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3'))
	const statement = /Ich habe es mir\nanders überlegt\./
	expect(await main.getByText('Ich habe es mir').innerText()).toMatch(statement)
	await expect(main.getByText(/abgesagt/i)).toHaveCount(1)
	await accessible(page, 390, 1280)
	await page.getByRole('searchbox').fill('niemand')
	await page.getByRole('button', { name: 'Suchen' }).click()
	await expect(page.getByText('Kein Widerruf passt zu dieser Suche.')).toBeVisible()
	await page.getByRole('link', { name: 'Alle Widerrufe zeigen' }).click()
	await page.getByRole('columnheader', { name: 'Von' }).getByRole('link').click()
	await expect(page.getByRole('columnheader', { name: 'Von' })).toHaveAttribute('aria-sort', 'ascending')
	await page.getByRole('link', { name: 'Mia Weiß' }).click()
	await expect(page.getByRole('heading', { name: 'Mia Weiß' })).toBeVisible()
	await expect(page.getByRole('article')).toContainText(/Widerrufen am .* Uhr von Mia Weiß/)
	expect(await page.getByRole('article').getByText('Ich habe es mir').innerText()).toMatch(statement)
	await accessible(page, 390, 1280)

	// Beside the opened appointment the filters of the list have less room and wrap.
	await page.setViewportSize({ width: 1280, height: 900 })
	const panel = await page.getByRole('complementary', { name: 'Termin' }).boundingBox()
	for (const field of await page.getByRole('search').locator('input, select, button').all()) {
		const box = await field.boundingBox()
		if (box) expect(box.x + box.width).toBeLessThanOrEqual(panel?.x ?? 0)
	}
	await page.getByRole('link', { name: 'Termin schließen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Widerrufe')
	await expect(page).toHaveURL(/sortierung=name/)
})

test('the footer of every page for customers links to the withdrawal', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await openOffice(page, salon)
	for (const path of [
		...[
			'/',
			'/listings',
			'/categories',
			'/auth/login',
			'/auth/register',
			'/legal/data-protection',
			`/booking/${randomUUID()}`,
		],
		...[`/listings/${salon.slug}`, `/listings/${salon.slug}/booking`, '/profile', '/profile/konto'],
	]) {
		await page.goto(path)
		const link = page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' })
		await expect(link, path).toHaveAttribute('href', '/vertrag-widerrufen')
	}
})
