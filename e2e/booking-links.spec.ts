import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'

bothWays((javaScriptEnabled) => {
	test('who has lost the link to an appointment gets it again by mail', async ({ page, sql, mailbox, accessible }) => {
		const email = `lea-${randomUUID()}@example.org`
		const salon = await openSalon(sql, { people: 1 })
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Lea Lost')
		await page.getByLabel('E-Mail').fill(email)
		await order(page)
		const booked = page.getByRole('heading', { level: 1, name: 'Ihr Termin ist gebucht.' })
		await expect(booked).toBeVisible()
		await mailbox(email)
		// This browser still knows it, without its number in the address.
		await page.goto('/booking-success')
		await expect(booked).toBeVisible()

		await page.context().clearCookies()
		expect((await page.goto('/booking-success'))?.status()).toBe(200)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diesen Termin können wir hier nicht zeigen.')
		await page.getByRole('link', { name: 'Link nicht zur Hand?' }).click()
		await page.getByLabel('E-Mail').fill('lea@')
		await page.getByRole('button', { name: 'Link anfordern' }).click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('E-Mail')).toHaveValue('lea@')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByLabel('E-Mail').fill(email.toUpperCase())
		await page.getByRole('button', { name: 'Link anfordern' }).click()
		await expect(page.getByRole('status')).toContainText('sind ihre Links unterwegs')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		const link = /\S+\/booking\/\S+/.exec((await mailbox(email, 2)).at(-1)?.text ?? '')?.[0] ?? ''
		expect(link).toContain('?s=')
		await page.goto(link)
		await expect(page.getByText('Lea Lost').first()).toBeVisible()
	})
})
