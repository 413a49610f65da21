import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

test.describe('the settings', () => {
	let salon: Salon
	test.beforeEach(async ({ sql }) => {
		salon = await openSalon(sql)
	})
	const join = (sql: Parameters<typeof openSalon>[0], role: 'owner' | 'staff') =>
		sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, ${role} from locations where id = ${salon.id}`

	test('rules are questions, visitors read the answer, and nobody overwrites a choice that somebody else has saved', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		await join(sql, 'owner')
		await openOffice(page, salon)
		await page.goto('/admin/dashboard')
		await page.getByRole('link', { name: 'Einstellungen', exact: true }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
		await accessible(page, 390, 1280)
		await hydrated(page)

		const cancelling = page.getByLabel('Bis wann kann man kostenlos absagen oder verschieben?')
		await expect(cancelling).toHaveValue('12')
		await cancelling.selectOption('bis 2 Tage vorher')
		const sentence = 'Sie können Ihren Termin bis 2 Tage vor Beginn kostenlos absagen oder verschieben.'
		await expect(page.getByText(sentence)).toBeVisible()
		await page.getByLabel('Wie weit im Voraus kann gebucht werden?').selectOption('90 Tage')
		await page.getByRole('checkbox', { name: /bestätigen jeden Termin selbst/ }).check()
		const telling = page.getByLabel('Hören Ihre Kund:innen davon, wenn Sie einen Termin verschieben?')
		await expect(telling).toHaveValue('ask')
		await telling.selectOption('immer')
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		const [kept] =
			await sql`select cancellation_hours, horizon_days, confirms_by_hand, move_notice from locations where id = ${salon.id}`
		expect(kept).toEqual({
			...{ cancellation_hours: 48, horizon_days: 90 },
			...{ confirms_by_hand: true, move_notice: 'always' },
		})
		await page.goto(`/listings/${salon.slug}`)
		await expect(page.getByText(sentence)).toBeVisible()

		// Somebody else saves first: a rule, and not just other data of the location.
		await page.goto('/admin/settings')
		await sql`update locations set phone = '030 555' where id = ${salon.id}`
		await page.getByLabel('In welchem Abstand beginnen Termine?').selectOption('alle 30 Minuten')
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		await page.goto('/admin/settings')
		await sql`update locations set horizon_days = 30 where id = ${salon.id}`
		await page.getByLabel('Wie lange bleibt eine gewählte Zeit reserviert?').selectOption('20 Minuten')
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		await page.goto('/admin/settings')
		await sql`update locations set hold_minutes = 33, horizon_days = 77 where id = ${salon.id}`
		await page.getByLabel('Wie lange bleibt eine gewählte Zeit reserviert?').selectOption('15 Minuten')
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(
			page.getByText('Jetzt gespeichert: Wie lange bleibt eine gewählte Zeit reserviert? „33 Minuten“.'),
		).toBeVisible()
		await expect(page.getByLabel('Wie lange bleibt eine gewählte Zeit reserviert?')).toHaveValue('15')
		await expect(page.getByLabel('Wie weit im Voraus kann gebucht werden?')).toHaveValue('77')
		await expect(page.getByRole('progressbar')).toHaveCount(0)
		await accessible(page)
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		const [last] = await sql`select grid_minutes, horizon_days, hold_minutes from locations where id = ${salon.id}`
		expect(last).toEqual({ grid_minutes: 30, horizon_days: 77, hold_minutes: 15 })

		for (const name of ['Kund:innen als CSV', 'Termine als CSV']) {
			const file = page.waitForEvent('download')
			await page.getByRole('link', { name }).click()
			expect((await file).suggestedFilename()).toMatch(/\.csv$/)
		}
		await page.goto(`/admin/company/location/${salon.id}`)
		await page.getByRole('link', { name: 'Buchungsregeln und Absagefrist' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
	})

	test('rules are saved without JavaScript, and a forged answer is refused beside its question', async ({
		page,
		sql,
		browser,
		baseURL,
	}) => {
		await join(sql, 'owner')
		await openOffice(page, salon)
		const storageState = await page.context().storageState()
		const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState })
		const plain = await context.newPage()
		await plain.goto('/admin/settings')
		await plain.getByLabel('Wie lange bleibt eine gewählte Zeit reserviert?').selectOption('5 Minuten')
		await plain.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(plain.getByText('Gespeichert.', { exact: true })).toBeVisible()
		const form = Object.fromEntries(
			await plain.locator('form:has([name=shown])').evaluate((found) => [...new FormData(found as HTMLFormElement)]),
		) as Record<string, string>
		const refused = await plain.request.post('/admin/settings', {
			form: { ...form, intent: 'rules', hold_minutes: '90' },
			headers: { origin: new URL(plain.url()).origin },
		})
		expect(refused.status()).toBe(400)
		expect(await refused.text()).toContain('Höchstens 60.')
		await context.close()
		expect(await sql`select hold_minutes from locations where id = ${salon.id}`).toEqual([{ hold_minutes: 5 }])
	})

	test('staff can read the rules, but see no controls that they cannot use', async ({ page, sql }) => {
		await join(sql, 'staff')
		await openOffice(page, salon)
		await page.goto('/admin/settings')
		await expect(page.getByLabel('Wie weit im Voraus kann gebucht werden?')).toBeDisabled()
		await expect(page.getByRole('button', { name: 'Regeln speichern' })).toHaveCount(0)
		await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Buchungsregeln', 'Eigenes Konto'])
		expect((await page.request.get('/admin/settings/retention')).status()).toBe(403)
		const refused = await page.request.post('/admin/settings', {
			form: { intent: 'rules', location: salon.id, hold_minutes: '5' },
			headers: { origin: new URL(page.url()).origin },
		})
		expect(refused.status()).toBe(403)
	})

	test('an owner reads how long which data are kept', async ({ page, sql, accessible }) => {
		await join(sql, 'owner')
		await openOffice(page, salon)
		await page.goto('/admin/settings')
		await page.getByRole('link', { name: 'Aufbewahrung', exact: true }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aufbewahrung')
		await expect(page.getByRole('main')).toContainText('Bleibt bis ein Jahr nach dem Versand; danach gelöscht.')
		await accessible(page, 390, 1280)
	})

	test('an unknown address in the admin area keeps the menu', async ({ page, sql, accessible }) => {
		await join(sql, 'owner')
		await openOffice(page, salon)
		for (const path of ['/admin/anything', `/admin/company/location/${salon.id}/anything/else`]) {
			expect((await page.goto(path))?.status()).toBe(404)
			await expect(page.getByRole('navigation', { name: 'Verwaltung' })).toBeVisible()
			await accessible(page)
			await page.getByRole('main').getByRole('link', { name: 'Zur Übersicht' }).click()
			await expect(page).toHaveURL('/admin/dashboard')
		}
	})
})

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
		test.use({ javaScriptEnabled })
		test('a member chooses of what they get mails', async ({ page, sql, accessible }) => {
			const salon = await openSalon(sql)
			await sql`insert into members (company_id, user_id, role)
				select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
			await openOffice(page, salon)
			await page.goto('/admin/settings')
			await page.getByRole('link', { name: 'Benachrichtigungen' }).click()
			await expect(page.getByLabel('Jemand bucht online')).toHaveValue('none')
			if (javaScriptEnabled) await accessible(page, 390, 1280)
			await page.getByLabel('Jemand bucht online').selectOption('bei allen Terminen')
			await page.getByLabel('Jemand verschiebt').selectOption('bei Terminen mit mir')
			const orders = page.getByLabel('Jemand in der Nähe sucht, was wir anbieten')
			await expect(orders).toHaveValue('now')
			await orders.selectOption('einmal am Tag, morgens')
			await page.getByRole('button', { name: 'Speichern' }).click()
			await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
			await expect(page.getByLabel('Jemand bucht online')).toHaveValue('all')
			await expect(orders).toHaveValue('daily')
			const kept = await sql`select topic, scope from notice_choices where company_id =
				(select company_id from locations where id = ${salon.id}) order by topic`
			expect(kept.map(({ topic, scope }) => [topic, scope])).toEqual([
				...[
					['booked', 'all'],
					['requested', 'none'],
					['cancelled', 'none'],
					['moved', 'own'],
					['offers', 'own'],
				],
			])
		})
	})
}
