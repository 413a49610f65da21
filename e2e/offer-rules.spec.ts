import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test('a rule is made, refused with what was typed, changed and deleted', async ({ page, sql, accessible }) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto('/admin/offers')
	await page.getByRole('link', { name: 'Regeln' }).click()
	const fresh = page.getByRole('region', { name: 'Neue Regel' })
	await fresh.getByLabel('Günstiger um').selectOption('20')
	await fresh.getByLabel('Angebote am Tag, höchstens').selectOption('5')
	await fresh.getByRole('button', { name: 'Regel anlegen' }).click()
	await expect(page.getByRole('alert')).toContainText('Leistung')
	await expect(fresh.getByLabel('Günstiger um')).toHaveValue('20')
	await fresh.getByLabel('Haarschnitt').check()
	await fresh.getByLabel('Nur für neue Kund:innen').check()
	await fresh.getByRole('button', { name: 'Regel anlegen' }).click()
	await expect(page.getByText('Die Regel ist gespeichert.')).toBeVisible()
	const rule = page.getByRole('region', { name: 'Haarschnitt', exact: true })
	await expect(rule.getByLabel('Günstiger um')).toHaveValue('20')
	await accessible(page, 390, 1280)
	await rule.getByLabel('Eingeschaltet').uncheck()
	await rule.getByRole('button', { name: 'Speichern' }).click()
	const off = page.getByRole('region', { name: 'Haarschnitt (ausgeschaltet)' })
	await expect(off.getByLabel('Eingeschaltet')).not.toBeChecked()
	const [stored] =
		await sql`select active, discount_percent, per_day, new_customers from offer_rules where location_id = ${salon.id}`
	expect(stored).toEqual({ active: false, discount_percent: 20, per_day: 5, new_customers: true })
	await off.getByRole('button', { name: 'Regel „Haarschnitt“ löschen' }).click()
	await expect(page.getByText('Die Regel ist gelöscht.')).toBeVisible()
	await expect(page.getByRole('region', { name: /Haarschnitt/ })).toHaveCount(0)
})
