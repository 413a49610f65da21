import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { DEMO_PASSWORD, MIA, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import {
	newAddress,
	newPerson,
	openOffice,
	otherBrowser,
	register,
	setUpApp,
	signIn,
	withPasswordAlone,
} from './people.ts'

const { owner } = SALON_ANNA

test.slow()

/** Creates a business in which the demo's Anna has this role, and opens its page of members. */
async function openMembers(page: Page, sql: Sql, role: string): Promise<Salon & { company: string }> {
	const salon = await openSalon(sql)
	const [row] = await sql<{ company: string }[]>`
		select company_id as company from locations where id = ${salon.id}`
	const company = String(row?.company)
	await sql`insert into members (company_id, user_id, role) values (${company}, ${owner.userId}, ${role}::member_role)`
	await openOffice(page, salon)
	await page.goto('/admin/user')
	return { ...salon, company }
}

async function invite(page: Page, email: string, role = 'Mitarbeiter:in'): Promise<void> {
	const box = page.getByRole('region', { name: 'Einladen' })
	await box.getByLabel('E-Mail-Adresse').fill(email)
	await box.getByText(role, { exact: true }).click()
	await box.getByRole('button', { name: 'Einladung senden' }).click()
	await expect(page.getByText('Gespeichert.')).toBeVisible()
}

const linkOf = (text: string): string => /https?:\/\/\S+\/auth\/einladung\?s=\S+/.exec(text)?.[0] ?? ''
const visitor = async (browser: Browser): Promise<Page> =>
	(await browser.newContext({ baseURL: process.env.E2E_URL })).newPage()

/**
 * An invitation refuses the same passwords as a registration, with the same words at the field; the other fields keep
 * what was typed.
 */
async function refuseWeak(guest: Page): Promise<void> {
	for (const [password, words] of [
		['NeleNeu1', 'Es besteht fast nur aus Ihrem Namen'],
		['passwort123', 'Dieses Passwort ist zu leicht zu erraten.'],
	] as const) {
		await guest.getByLabel('Neues Passwort', { exact: true }).fill(password)
		await guest.getByRole('checkbox').check()
		await guest.getByRole('button', { name: 'Konto anlegen und mitarbeiten' }).click()
		await expect(guest.getByText(words)).toBeVisible()
		await expect(guest.getByLabel('Ihr Name')).toHaveValue('Nele Neu')
	}
}

test('a person without an account is invited, accepts and sees their own calendar', async ({
	page,
	browser,
	sql,
	mailbox,
	accessible,
}) => {
	const salon = await openMembers(page, sql, 'owner')
	const email = `neu-${randomUUID().slice(0, 8)}@example.org`
	await accessible(page)
	const box = page.getByRole('region', { name: 'Einladen' })
	await box.getByLabel('E-Mail-Adresse').fill('keine Adresse')
	await box.getByRole('button', { name: 'Einladung senden' }).click()
	await expect(page.getByText('Bitte geben Sie eine vollständige E-Mail-Adresse an')).toBeVisible()
	await expect(box.getByLabel('E-Mail-Adresse')).toHaveValue('keine Adresse')
	await box.getByLabel('Eigener Kalender').selectOption({ label: 'Ben Öztürk' })
	await invite(page, email)
	await expect(box.getByRole('listitem').filter({ hasText: email })).toContainText('Mitarbeiter:in')

	const [mail] = await mailbox(email)
	expect(mail?.subject).toBe('Salon Löwe lädt Sie zur Mitarbeit ein')
	const link = linkOf(mail?.text ?? '')
	expect(mail?.html).toContain('Einladung ansehen')
	const guest = await visitor(browser)
	await guest.goto(link)
	await accessible(guest)
	await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Salon Löwe lädt Sie ein')
	await guest.getByLabel('Ihr Name').fill('Nele Neu')
	await guest.getByLabel('Neues Passwort', { exact: true }).fill('Kranich-Ufer-7')
	await guest.getByRole('button', { name: 'Konto anlegen und mitarbeiten' }).click()
	await expect(guest.getByText('Bitte stimmen Sie den Nutzungsbedingungen zu.')).toBeVisible()
	await expect(guest.getByLabel('Ihr Name')).toHaveValue('Nele Neu')
	await refuseWeak(guest)
	await guest.getByLabel('Neues Passwort', { exact: true }).fill('Kranich-Ufer-7')
	await guest.getByRole('checkbox').check()
	await guest.getByRole('button', { name: 'Konto anlegen und mitarbeiten' }).click()
	await guest.waitForURL(/\/admin\/dashboard/)
	await guest.goto('/admin/user')
	await expect(guest.getByRole('region', { name: 'Einladen' })).toHaveCount(0)
	await expect(guest.getByRole('article', { name: 'Mitarbeiter:in' })).toContainText('Ihre Rolle')
	await accessible(guest)
	await guest.goto('/admin/calendar')
	await expect(guest.getByRole('main')).toContainText('Ben Öztürk')
	await expect(guest.getByRole('main')).not.toContainText('Anna Löwe')
	const [row] = await sql`select members.role from members join auth.users on id = user_id
		where company_id = ${salon.company} and email = ${email}`
	expect(row?.role).toBe('staff')
	await expect(guest.getByText('Sie haben noch kein Passwort')).toHaveCount(0)
	await sql`update auth.users set encrypted_password = '' where email = ${email}`
	await guest.goto('/admin/profile')
	await guest.getByRole('link', { name: 'Passwort festlegen' }).click()
	await guest.getByLabel('Passwort', { exact: true }).fill('Kranich-Ufer-8')
	await guest.getByRole('button', { name: 'Passwort speichern' }).click()
	await guest.waitForURL(/\/profile\?/)
	await guest.goto(link)
	await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Diese Einladung ist schon angenommen')

	await page.goto('/admin/user')
	const line = page.getByRole('region', { name: '2 Mitglieder' }).getByRole('row').filter({ hasText: 'Nele Neu' })
	await expect(line).toContainText('Ben Öztürk')
	await line.getByRole('link', { name: 'Nele Neu' }).click()
	const panel = page.getByRole('complementary', { name: 'Mitglied' })
	await expect(panel).toContainText('Kalender: Ben Öztürk')
	await accessible(page, 390, 1280)
	await panel.locator('summary', { hasText: 'Aus dem Unternehmen entfernen' }).click()
	await accessible(page)
	await page.getByRole('dialog').getByRole('button', { name: 'Nele Neu entfernen' }).click()
	await expect(panel).toHaveCount(0)
	await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Anna Becker hat Nele Neu entfernt')
	await guest.goto('/admin/calendar')
	await expect(guest).toHaveURL(/\/admin\/neu/)
	await guest.context().close()
})

test('a stranger who registered with the invited address cannot block the invitation', async ({
	page,
	browser,
	sql,
	mailbox,
}) => {
	await openMembers(page, sql, 'owner')
	const email = newAddress()
	const stranger = await visitor(browser)
	await register(stranger, email, { name: 'Fremde Person', password: 'das-Wort-der-Fremden' })
	await invite(page, email)
	const guest = await visitor(browser)
	const mails = await mailbox(email, 2)
	await guest.goto(linkOf(mails.map(({ text }) => text).join(' ')))
	await guest.getByLabel('Ihr Name').fill('Nele Neu')
	await refuseWeak(guest)
	await guest.getByLabel('Neues Passwort', { exact: true }).fill('Kranich-Ufer-7')
	await guest.getByRole('checkbox').check()
	await guest.getByRole('button', { name: 'Konto anlegen und mitarbeiten' }).click()
	await expect(guest).toHaveURL(/\/admin/)
	const [profile] = await sql`
		select profile.name from profiles profile join auth.users account using (id) where account.email = ${email}`
	expect(profile).toEqual({ name: 'Nele Neu' })
	await stranger.goto('/auth/login')
	await signIn(stranger, email, 'das-Wort-der-Fremden')
	await expect(stranger.getByRole('alert')).toContainText('E-Mail-Adresse oder Passwort stimmt nicht')
	await signIn(stranger, email, 'Kranich-Ufer-7')
	await expect(stranger).toHaveURL('/profile')
})

test('only the invited address can accept; a person with an account signs in to do so', async ({
	page,
	browser,
	sql,
	mailbox,
}) => {
	const { company } = await openMembers(page, sql, 'owner')
	await sql`delete from members where user_id = ${MIA.userId}`
	const before = (await mailbox(MIA.email, 0)).length
	await invite(page, MIA.email, 'Leitung')
	const link = linkOf((await mailbox(MIA.email, before + 1)).at(-1)?.text ?? '')
	// The owner follows the link, which is not for the owner's address.
	await page.goto(link)
	await expect(page.getByText(`Die Einladung gilt für ${MIA.email}.`)).toBeVisible()
	await page.request.post(link, {
		form: { intent: 'accept' },
		headers: { origin: new URL(page.url()).origin },
	})
	expect(await sql`select role from members where company_id = ${company}`).toHaveLength(1)
	const other = await visitor(browser)
	await other.goto(link)
	await other.getByRole('button', { name: 'Anmelden und fortfahren' }).click()
	await other.waitForURL(/login-company/)
	await signIn(other, MIA.email, DEMO_PASSWORD)
	await other.getByRole('button', { name: 'Bei Salon Löwe mitarbeiten' }).click()
	await other.waitForURL(/\/admin\/dashboard/)
	const [row] = await sql`select role from members where company_id = ${company} and user_id = ${MIA.userId}`
	expect(row?.role).toBe('manager')
	await sql`delete from members where user_id = ${MIA.userId}`
	await other.context().close()
})

test('an invitation is withdrawn, and its link is invalid', async ({ page, browser, sql, mailbox }) => {
	await openMembers(page, sql, 'manager')
	const email = `weg-${randomUUID().slice(0, 8)}@example.org`
	await expect(page.getByRole('region', { name: 'Einladen' }).getByText('Leitung', { exact: true })).toHaveCount(0)
	await invite(page, email)
	const link = linkOf((await mailbox(email))[0]?.text ?? '')
	await page.getByRole('button', { name: `Einladung an ${email} noch einmal senden` }).click()
	await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('noch einmal gesendet')
	expect(linkOf((await mailbox(email, 2))[1]?.text ?? '')).not.toBe(link)
	await page.getByRole('button', { name: `Einladung an ${email} zurücknehmen` }).click()
	await expect(page.getByRole('listitem').filter({ hasText: `Einladung an ${email} zurückgenommen` })).toBeVisible()
	const guest = await visitor(browser)
	await guest.goto(link)
	await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Diese Einladung gibt es nicht mehr')
	await guest.context().close()
})

test('roles change, the last owner stays, and the company is handed over', async ({ page, sql, accessible }) => {
	const { company } = await openMembers(page, sql, 'owner')
	await sql`insert into members (company_id, user_id, role) values (${company}, ${SALON_ANNA.jonas.userId}, 'staff')`
	await page.reload()
	const people = page.getByRole('region', { name: '2 Mitglieder' })
	const opened = page.getByRole('complementary', { name: 'Mitglied' })
	await people.getByRole('link', { name: '(Sie)' }).click()
	await expect(opened.getByText('Sie sind die einzige Person mit der Rolle Inhaber:in.')).toBeVisible()
	await expect(opened.getByText('Unternehmen verlassen')).toHaveCount(0)
	const jonas = opened
	await people.getByRole('link', { name: 'Jonas Weber' }).click()
	await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Jonas Weber')
	await jonas.getByRole('radio', { name: /^Leitung/ }).check()
	await jonas.getByRole('button', { name: 'Rolle speichern' }).click()
	await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Mitarbeiter:in → Leitung')
	await accessible(page)
	await expect(opened.getByText('Gespeichert.')).toBeVisible()
	await page.reload()
	await jonas.locator('summary', { hasText: 'Unternehmen übergeben' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'An Jonas Weber übergeben' }).click()
	await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText(
		'hat das Unternehmen an Jonas Weber übergeben',
	)
	const rows = await sql`select role from members where company_id = ${company} order by role`
	expect(rows.map((row) => row.role)).toEqual(['manager', 'owner'])
	await expect(page.getByRole('radio', { name: /^Inhaber/ })).toHaveCount(0)
})

test('an owner takes a right from one person, whose link to the page disappears', async ({
	page,
	browser,
	sql,
	accessible,
}) => {
	const salon = await openMembers(page, sql, 'owner')
	const { jonas } = SALON_ANNA
	await sql`insert into members (company_id, user_id, role) values (${salon.company}, ${jonas.userId}, 'reception')`
	const [visit] = await sql<{ id: string }[]>`
		insert into appointments (id, company_id, location_id, state, starts_at, ends_at, contact_name, total_cents, source, cancellation_hours)
		values (gen_random_uuid(), ${salon.company}, ${salon.id}, 'confirmed', now() + interval '1 day', now() + interval '25 hours', 'Ina Immer', 0,
			'admin', 24) returning id`
	await page.goto(`/admin/user?mitglied=${jonas.userId}`)
	const rights = page.getByRole('group', { name: 'Rechte' })
	await expect(rights.getByRole('checkbox', { checked: true })).toHaveCount(6)
	await rights.getByLabel('Termine absagen').uncheck()
	await page.getByRole('button', { name: 'Rechte speichern' }).click()
	await expect(page.getByText('Gespeichert.')).toBeVisible()
	await expect(rights.getByText('(anders als Empfang sonst)')).toHaveCount(1)
	await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('das Recht genommen: Termine absagen')
	await accessible(page, 390, 1280)

	const other = await otherBrowser(browser, process.env.E2E_URL)
	await openOffice(other, salon, jonas)
	await other.goto(`/admin/appointment/${visit?.id}`)
	await expect(other.getByRole('heading', { name: 'Ina Immer' })).toBeVisible()
	await expect(other.getByText('Verschieben', { exact: true })).toBeVisible()
	await expect(other.getByText('Absagen', { exact: true })).toHaveCount(0)
	const refused = await other.request.post(`/admin/appointment/${visit?.id}`, {
		form: { intent: 'cancel', grund: '' },
		headers: { origin: new URL(other.url()).origin },
	})
	expect(refused.ok()).toBe(false)
	await other.goto(`/admin/user?mitglied=${jonas.userId}`)
	await expect(other.getByRole('button', { name: 'Rechte speichern' })).toHaveCount(0)
	await other.context().close()
})

test('a company requires a second factor: a password alone opens nothing, and leads to setting one up', async ({
	page,
	browser,
	baseURL,
	request,
	sql,
	mailbox,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const [place] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	const join = (email: string, role: string) => sql`insert into members (company_id, user_id, role)
		select ${String(place?.company)}, id, ${role}::member_role from auth.users where email = ${email}`
	await join(await newPerson(page, mailbox), 'owner')
	await page.goto('/admin/user')
	const box = page.getByRole('region', { name: 'Zwei-Faktor-Anmeldung' })
	await expect(box.getByRole('button')).toHaveCount(0)
	await box.getByRole('link', { name: 'Zwei-Faktor-Anmeldung einrichten' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mein Profil')
	await accessible(page)
	await setUpApp(page)

	const other = await otherBrowser(browser, baseURL)
	const staff = await newPerson(other, mailbox)
	await join(staff, 'staff')
	await other.goto('/admin/dashboard')
	await expect(other).toHaveURL('/admin/dashboard')
	await page.goto('/admin/user')
	await box.getByLabel('Nötig für').selectOption('Alle Mitglieder')
	await box.getByRole('button', { name: 'Festlegen' }).click()
	await expect(box).toContainText('Zurzeit nötig für alle Mitglieder.')
	await accessible(page)

	await other.goto('/admin/calendar')
	await expect(other).toHaveURL('/admin/zwei-faktor')
	await expect(other.getByText('Salon Löwe zeigt Termine und Kundendaten nur nach')).toBeVisible()
	await accessible(other)
	const { url, headers } = await withPasswordAlone(page, request, staff)
	for (const table of ['members', 'working_hours', 'second_factor_duties', 'customers'])
		expect([table, await (await request.get(`${url}/rest/v1/${table}`, { headers })).json()]).toEqual([table, []])

	await setUpApp(other)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('Alles eingerichtet')
	await other.getByRole('link', { name: 'Zum Unternehmen' }).click()
	await expect(other).toHaveURL('/admin/dashboard')
	await other.goto('/admin/user')
	await expect(other.getByRole('region', { name: '2 Mitglieder' })).toContainText('Mara Weiß')
	await other.context().close()
})

test('the list of members is searched, sorted and used by keyboard, and opens without JavaScript too', async ({
	page,
	sql,
	browser,
	baseURL,
	hydrated,
}) => {
	const { company } = await openMembers(page, sql, 'owner')
	await sql`insert into members (company_id, user_id, role) values (${company}, ${SALON_ANNA.jonas.userId}, 'staff')`
	const storageState = await page.context().storageState()
	const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
	const plain = await context.newPage()
	await plain.goto('/admin/user')
	const names = plain.locator('tbody th')
	await expect(names).toHaveText([/^Anna/, /^Jonas/])
	await plain.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
	await plain.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
	await expect(names).toHaveText([/^Jonas/, /^Anna/])
	await plain.getByRole('searchbox').fill('weber')
	await plain.getByRole('button', { name: 'Suchen' }).click()
	await expect(plain.getByRole('status').filter({ hasText: '1 von 2' })).toBeVisible()
	await plain.getByRole('link', { name: 'Jonas Weber' }).click()
	const panel = plain.getByRole('complementary', { name: 'Mitglied' })
	await panel.locator('summary', { hasText: 'Aus dem Unternehmen entfernen' }).click()
	await expect(panel.getByRole('button', { name: 'Jonas Weber entfernen' })).toBeVisible()
	await plain.goto('/admin/user?suche=niemand')
	await expect(plain.getByText('Niemand passt zu dieser Auswahl.')).toBeVisible()
	await plain.getByRole('link', { name: 'Filter löschen' }).click()
	await plain.getByLabel('Rolle', { exact: true }).selectOption('Mitarbeiter:in')
	await plain.getByRole('button', { name: 'Suchen' }).click()
	await expect(names).toHaveText([/^Jonas/])
	const file = await plain.request.get(
		`${await plain.getByRole('link', { name: 'Als CSV-Datei' }).getAttribute('href')}`,
	)
	expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
	expect((await file.text()).trim().split('\r\n')[1]).toMatch(/^Jonas Weber;.*;Mitarbeiter:in;/)
	await context.close()

	await page.goto('/admin/user')
	await hydrated(page)
	await page.keyboard.press('j')
	await page.keyboard.press('j')
	await expect(page.getByRole('link', { name: 'Jonas Weber' })).toBeFocused()
	await page.keyboard.press('k')
	await expect(page.getByRole('link', { name: '(Sie)' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('complementary', { name: 'Mitglied' }).getByRole('heading', { level: 1 })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('link', { name: '(Sie)' })).toBeFocused()
	await page.getByRole('searchbox').fill('jjk')
	await expect(page.getByRole('searchbox')).toHaveValue('jjk')
})
