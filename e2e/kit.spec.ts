import { dateText } from '../app/lib/calendar-date.ts'
import { expect, test } from './fixtures.ts'

// Only a developer's machine has this page.
test.skip(process.env.E2E_MODE !== 'embedded' && process.env.E2E_MODE !== undefined, 'no page for developers there')

test.beforeEach(async ({ page, hydrated }) => {
	await page.goto('/dev/kit')
	await hydrated(page)
})

test('all parts are accessible in both themes, on phones too, and nothing scrolls sideways', async ({
	page,
	accessible,
}) => {
	await accessible(page, 390, 1280)
	await page.setViewportSize({ width: 320, height: 700 })
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.getByRole('button', { name: 'Aktionen' }).click()
	await accessible(page)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Hinweis zeigen' }).click()
	await page.getByRole('combobox', { name: 'Kund:in' }).fill('a')
	await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
	await accessible(page)
})

test('no style attribute is rendered', async ({ page, request }) => {
	expect(await (await request.get('/dev/kit')).text()).not.toMatch(/\sstyle="/)
	expect(await (await request.get('/listings/salon-anna-berlin')).text()).not.toMatch(/\sstyle="/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bausteine')
})

test('a combobox offers choices, takes one by Enter without sending its form, and clears it when the text changes', async ({
	page,
}) => {
	const field = page.getByRole('combobox', { name: 'Kund:in' })
	const id = page.locator('input[name=customer]')
	await field.fill('yıl')
	await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Özlem Yılmaz/])
	await expect(page.getByRole('status').filter({ hasText: '1 Vorschlag' })).toHaveCount(1)
	await field.press('ArrowDown')
	await expect(field).toHaveAttribute('aria-activedescendant', /-0$/)
	await field.press('Enter')
	await expect(field).toHaveValue('Özlem Yılmaz')
	await expect(id).toHaveValue('2')
	await field.press('Enter')
	await expect(page).toHaveURL(/\/dev\/kit$/)
	await field.press('Backspace')
	await expect(id).toHaveValue('')
	await field.fill('anna')
	await page.getByRole('option', { name: /Anna Becker/ }).click()
	await expect(id).toHaveValue('1')
})

test('a menu moves by arrow keys and returns the focus', async ({ page }) => {
	const button = page.getByRole('button', { name: 'Aktionen' })
	await button.focus()
	await page.keyboard.press('ArrowDown')
	await expect(page.getByRole('link', { name: 'Daneben öffnen', exact: true })).toBeFocused()
	await expect(page.locator('[popover]:popover-open')).toHaveCount(1)
	await page.keyboard.press('ArrowDown')
	await expect(page.getByRole('button', { name: 'Verschieben' })).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(page.getByRole('link', { name: 'Daneben öffnen', exact: true })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('link', { name: 'Daneben öffnen', exact: true })).toBeHidden()
	await expect(button).toBeFocused()
	await button.click()
	await page.getByRole('heading', { level: 1 }).click()
	await expect(page.getByRole('button', { name: 'Verschieben' })).toBeHidden()
})

test('a panel opens beside the page, Escape closes the innermost part first, and the focus returns', async ({
	page,
	accessible,
}) => {
	const link = page.getByRole('link', { name: 'Beispiel daneben öffnen' })
	await link.click()
	const panel = page.getByRole('complementary', { name: 'Beispiel' })
	await expect(panel.getByRole('heading', { level: 1 })).toBeFocused()
	await accessible(page, 390, 1280)
	const field = panel.getByRole('combobox')
	await field.fill('anna')
	await expect(panel.getByRole('listbox').getByRole('option')).toHaveCount(1)
	await page.keyboard.press('Escape')
	await expect(panel.getByRole('listbox').getByRole('option')).toHaveCount(0)
	await panel.getByRole('button', { name: 'Mehr' }).click()
	await panel.getByRole('link', { name: 'Schließen' }).focus()
	await page.keyboard.press('Escape')
	await expect(panel.getByRole('link', { name: 'Schließen' })).toBeHidden()
	await expect(panel).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	await expect(link).toBeFocused()
})

test('the palette opens by its keys, goes where the arrow keys lead, and returns the focus', async ({ page }) => {
	const trigger = page.getByRole('link', { name: 'Suchen' })
	await trigger.focus()
	await page.keyboard.press('Control+k')
	const field = page.getByRole('combobox', { name: 'Seite suchen' })
	await expect(field).toBeFocused()
	await field.fill('gibt es nicht')
	await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nichts gefunden.')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(trigger).toBeFocused()
	await page.keyboard.press('Control+k')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowUp')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('complementary', { name: 'Beispiel' })).toBeVisible()
})

test('a hint can be dismissed, stays under the pointer, and disappears by itself', async ({ page }) => {
	await page.getByRole('button', { name: 'Hinweis zeigen' }).click()
	const hint = page.getByRole('button', { name: 'Hinweis schließen' })
	await hint.hover()
	await page.waitForTimeout(5500)
	await expect(hint).toBeVisible()
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Rückgängig gemacht.' })).toHaveCount(1)
	await page.getByRole('heading', { level: 1 }).click()
	await expect(hint).toHaveCount(0, { timeout: 10_000 })
})

test('the error list leads to a wrong field, and typed values are rewritten as they were understood', async ({
	page,
}) => {
	await page.getByRole('link', { name: 'Dieses Datum gibt es nicht.' }).click()
	const field = page.getByLabel('Tag mit Fehler')
	await expect(field).toBeFocused()
	await field.fill('5.12.2031')
	await field.press('Tab')
	await expect(field).toHaveValue(dateText('2031-12-05'))
	await page.getByRole('textbox', { name: 'Ende' }).fill('24')
	await page.getByRole('textbox', { name: 'Ende' }).press('Tab')
	await expect(page.getByRole('textbox', { name: 'Ende' })).toHaveValue('24:00')
})

test('a dialog blocks the page, stays open when its form is refused, closes when it is accepted, and returns the focus', async ({
	page,
	accessible,
}) => {
	const opener = page.locator('summary', { hasText: 'Umbenennen' })
	await opener.focus()
	await page.keyboard.press('Enter')
	const dialog = page.getByRole('dialog', { name: 'Umbenennen' })
	await expect(dialog.getByRole('heading')).toBeFocused()
	await accessible(page, 390, 1280)
	// Nothing behind the dialog can be reached.
	for (let step = 0; step < 4; step++) {
		await page.keyboard.press('Tab')
		expect(await page.evaluate(() => document.querySelector('main :focus:not(dialog *)'))).toBeNull()
	}
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(opener).toBeFocused()
	await page.keyboard.press('Enter')
	await dialog.getByRole('button', { name: 'Speichern' }).click()
	await expect(dialog).toHaveAttribute('aria-busy', 'true')
	await page.keyboard.press('Escape')
	await expect(dialog.getByText('Bitte geben Sie einen Namen an.')).toBeVisible()
	await dialog.getByLabel('Neuer Name').fill('Löwe')
	await dialog.getByLabel('Neuer Name').press('Enter')
	await expect(dialog).toHaveCount(0)
	await expect(opener).toBeFocused()
})

test('without JavaScript a dialog opens in place and shows errors', async ({ browser, baseURL }) => {
	const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto('/dev/kit')
	await expect(page.getByLabel('Neuer Name')).toBeHidden()
	await page.locator('summary', { hasText: 'Umbenennen' }).click()
	await expect(page.getByLabel('Neuer Name')).toBeVisible()
	await page.goto('/dev/kit?fehler=Bitte+geben+Sie+einen+Namen+an.')
	await expect(page.getByLabel('Neuer Name')).toBeVisible()
	await expect(page.getByRole('dialog').getByText('Bitte geben Sie einen Namen an.')).toBeVisible()
	await context.close()
})
