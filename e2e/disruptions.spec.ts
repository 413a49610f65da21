import type { Browser } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, type SentMail, test } from './fixtures.ts'
import { openOffice } from './people.ts'
import { order } from './order.ts'

const { owner: person } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 4)

test.slow()

/** Books the n-th free cut with Anna, or with somebody else, as a guest. */
async function book(browser: Browser, salon: Salon, name: string, nth: number, employee = salon.anna): Promise<string> {
	const context = await browser.newContext({ baseURL: process.env.E2E_URL })
	const page = await context.newPage()
	const email = `${name.split(' ')[0]?.toLowerCase()}-${salon.id.slice(0, 8)}@example.org`
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${employee}&day=${day}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).nth(nth).click()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Telefon').fill('030 7654321')
	await order(page)
	await page.waitForURL(/booking-success/)
	await context.close()
	return email
}

/** Path and query of the page behind "Passt". */
function answerLink(mails: SentMail[]): string {
	const { pathname, search } = new URL(/https?:\/\/\S+\/vorschlag\?s=\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '')
	return pathname + search
}

test('the reception enters a sick day, customers answer on their phones, the board shows it', async ({
	page,
	browser,
	sql,
	mailbox,
	hydrated,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${person.userId}, 'reception' from locations where id = ${salon.id}`
	const [mia, nils] = [await book(browser, salon, 'Mia Muster', 2), await book(browser, salon, 'Nils Nord', 14)]
	await openOffice(page, salon)

	await page.goto(`/admin/calendar?tag=${day}`)
	await hydrated(page)
	await page.getByRole('button', { name: 'Anna Löwe: Menü' }).click()
	await page.getByRole('link', { name: 'Anna Löwe fällt aus' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ausfälle')
	await expect(page.getByText('Niemand fällt aus.')).toBeVisible()
	await accessible(page, 390, 1280)
	// A wrong day is reported in its place, and what was typed stays.
	await page.getByLabel('Letzter Tag').fill('31.2.')
	await page.getByLabel('Grund').fill('krank')
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByLabel('Letzter Tag')).toHaveAttribute('aria-invalid', 'true')
	await expect(page.getByLabel('Grund')).toHaveValue('krank')
	// The field itself is quicker than the answer, and a form is only sent again after that.
	await expect(page.locator('form[aria-busy]')).toHaveCount(0)
	await page.getByLabel('Letzter Tag').fill('')
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Löwe fällt aus')
	const rows = page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await expect(rows.first().getByRole('link', { name: /Mia Muster anrufen/ })).toHaveAttribute('href', /^tel:/)
	await expect(rows.first().getByRole('button', { name: /Mia Muster vorschlagen: .* bei Ben Öztürk/ })).toBeVisible()
	await accessible(page, 390, 1280)
	await hydrated(page)
	await page.getByRole('button', { name: 'Alle 2 vorschlagen' }).click()
	await expect(page.getByRole('status').filter({ hasText: '2 vorgeschlagen.' })).toBeVisible()
	await expect(rows.getByText('Vorgeschlagen', { exact: true })).toHaveCount(2)

	// In the calendar the kept time says for whom it is.
	const desk = await page.context().newPage()
	await desk.goto(`/admin/calendar?tag=${day}`)
	await expect(desk.getByRole('link', { name: /Vorschlag an Mia Muster/ })).toBeVisible()
	await desk.close()

	// A phone without JavaScript: the link of the mail, and one press.
	const mail = await mailbox(mia, 2)
	expect(mail.at(-1)?.subject).toBe('Bitte antworten: anderer Termin bei Salon Löwe')
	expect(mail.at(-1)?.text).not.toContain('krank')
	const phone = await browser.newContext({
		...{ baseURL: process.env.E2E_URL, javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
	})
	const customer = await phone.newPage()
	await customer.goto(answerLink(mail))
	await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Passt Ihnen dieser Termin?')
	await expect(customer.getByText('Ben Öztürk')).toBeVisible()
	const consent = customer.getByRole('checkbox')
	if ((await consent.count()) > 0) await consent.check()
	await customer.getByRole('button', { name: 'Passt' }).click()
	await expect(customer.getByText('Ihr neuer Termin ist fest gebucht')).toBeVisible()
	await customer.goBack()
	await phone.close()
	// The board follows by itself.
	await expect(rows.first().getByText('Angenommen')).toBeVisible()

	const other = await browser.newContext({ baseURL: process.env.E2E_URL, viewport: { width: 390, height: 844 } })
	const second = await other.newPage()
	await second.goto(answerLink(await mailbox(nils, 2)))
	await accessible(second, 390)
	await second.getByRole('button', { name: 'Bitte anrufen' }).click()
	await expect(second.getByText('Der Betrieb meldet sich bei Ihnen')).toBeVisible()
	await second.goto(new URL(second.url()).pathname + '/vorschlag')
	await expect(second.getByRole('heading', { level: 1 })).toHaveText('Dieser Vorschlag gilt nicht mehr')
	await other.close()
	await expect(rows.last().getByText('Hat den Vorschlag abgelehnt.')).toBeVisible()

	await page.goto('/admin/dashboard')
	await expect(page.getByRole('link', { name: 'Ausfall eintragen …' })).toHaveAttribute('href', '/admin/disruptions')
	await expect(page.getByRole('region', { name: 'Ausfälle' })).toContainText('1 anrufen, 1 erledigt')
	await page.getByRole('link', { name: /Anna Löwe fällt aus/ }).click()
	await hydrated(page)
	await rows
		.last()
		.getByRole('button', { name: /^Behalten.*Nils Nord/ })
		.click()
	await expect(rows.last().getByText('Bleibt', { exact: true })).toBeVisible()
	await expect(page.getByText('2 Termine, alles erledigt')).toBeVisible()
	await rows
		.last()
		.getByRole('button', { name: /^Wieder öffnen.*Nils Nord/ })
		.click()
	await expect(rows.last().getByText('Offen', { exact: true })).toBeVisible()

	await page.getByText('Zurücknehmen', { exact: true }).first().click()
	await page.getByRole('button', { name: 'Ausfall zurücknehmen' }).click()
	await expect(page.getByText('Dieser Ausfall ist zurückgenommen.')).toBeVisible()
	const [closed] = await sql`select count(*)::integer as left from exceptions where location_id = ${salon.id}`
	expect(closed?.left).toBe(0)
})

test('a room is out of use: its appointments get the other one or another time, and nobody books it', async ({
	browser,
	sql,
	mailbox,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${person.userId}, 'owner' from locations where id = ${salon.id}`
	await sql`insert into resources (location_id, kind, name, position)
		values (${salon.id}, 'Raum', 'Raum 1', 1), (${salon.id}, 'Raum', 'Raum 2', 2)`
	await sql`update services set resource_kind = 'Raum' where id = ${salon.cut}`
	const mia = await book(browser, salon, 'Mia Muster', 2)
	const nils = await book(browser, salon, 'Nils Nord', -1)
	// At the same time with Ben, in the other room.
	const [start] =
		await sql`select starts_at from appointments where location_id = ${salon.id} and contact_name = 'Nils Nord'`
	await book(browser, salon, 'Olga Ost', -1, salon.ben)
	const [other] =
		await sql`select starts_at from appointments where location_id = ${salon.id} and contact_name = 'Olga Ost'`
	expect(other?.starts_at).toEqual(start?.starts_at)

	// The desk works without JavaScript.
	const desk = await browser.newContext({ baseURL: process.env.E2E_URL, javaScriptEnabled: false })
	const page = await desk.newPage()
	await openOffice(page, salon)
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await page.getByText('Raum 1', { exact: true }).click()
	await page.getByRole('link', { name: 'Raum 1 fällt aus' }).click()
	await expect(page.getByLabel('Wer oder was fällt aus?').locator('option:checked')).toHaveText('Raum 1')
	await page.getByLabel('Erster Tag').fill('31.2.')
	await page.getByLabel('Grund').fill('Wasserschaden')
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByLabel('Erster Tag')).toHaveAttribute('aria-invalid', 'true')
	await expect(page.getByLabel('Wer oder was fällt aus?').locator('option:checked')).toHaveText('Raum 1')
	await page.getByLabel('Erster Tag').fill(day)
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raum 1 fällt aus')
	const rows = page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await expect(
		rows
			.last()
			.getByRole('button', { name: /Nils Nord vorschlagen/ })
			.first(),
	).toBeVisible()
	await rows.first().getByRole('button', { name: 'Mia Muster umlegen: Raum 2' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Umgelegt' })).toBeVisible()
	await expect(rows.first().getByText('Jetzt: Raum 2.')).toBeVisible()
	await page.getByRole('button', { name: 'Termin unterbringen' }).click()
	await expect(page.getByRole('status').filter({ hasText: '1 vorgeschlagen.' })).toBeVisible()

	// Who only changes the room is not written to; the other one answers by the link in the mail.
	expect(await mailbox(mia, 1)).toHaveLength(1)
	const mail = await mailbox(nils, 2)
	expect(mail.at(-1)?.text).not.toMatch(/Wasserschaden|geschlossen/)
	const customer = await desk.newPage()
	await customer.goto(answerLink(mail))
	await expect(customer.getByText(/kann Ihren Termin leider nicht wie geplant anbieten/)).toBeVisible()
	const consent = customer.getByRole('checkbox')
	if ((await consent.count()) > 0) await consent.check()
	await customer.getByRole('button', { name: 'Passt' }).click()
	await expect(customer.getByText('Ihr neuer Termin ist fest gebucht')).toBeVisible()
	await page.reload()
	await expect(rows.last().getByText('Angenommen')).toBeVisible()
	await expect(page.getByText('2 Termine, alles erledigt')).toBeVisible()
	const rooms =
		await sql`select distinct room.name from appointment_lines line join resources room on room.id = line.resource_id
		where room.location_id = ${salon.id}`
	expect(rooms).toEqual([{ name: 'Raum 2' }])

	await page.getByText('Zurücknehmen', { exact: true }).first().click()
	await page.getByRole('button', { name: 'Ausfall zurücknehmen' }).click()
	await expect(page.getByText('Dieser Ausfall ist zurückgenommen.')).toBeVisible()
	const [left] = await sql`select count(*)::integer as blocks from blocks where location_id = ${salon.id}`
	expect(left?.blocks).toBe(0)
	await desk.close()
})

test('the reception closes a room for an afternoon: one appointment gets another room, for one somebody has to phone', async ({
	browser,
	sql,
	page,
	hydrated,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${person.userId}, 'reception' from locations where id = ${salon.id}`
	await sql`insert into resources (location_id, kind, name, position)
		values (${salon.id}, 'Raum', 'Raum 1', 1), (${salon.id}, 'Raum', 'Raum 2', 2)`
	await sql`update services set resource_kind = 'Raum' where id = ${salon.cut}`
	// In the morning, and two in the afternoon, at the time of one of which Ben has the other room.
	await book(browser, salon, 'Mia Muster', 0)
	await book(browser, salon, 'Pia Park', -1)
	await book(browser, salon, 'Olga Ost', -1, salon.ben)
	await book(browser, salon, 'Nils Nord', -1)
	await sql`update appointments set contact_email = '' where location_id = ${salon.id} and contact_name = 'Pia Park'`

	await openOffice(page, salon)
	await page.goto('/admin/disruptions')
	await hydrated(page)
	const who = page.getByLabel('Wer oder was fällt aus?')
	await expect(who.getByRole('option', { name: 'Der ganze Standort' })).toHaveCount(0)
	await who.selectOption('Raum 1')
	await page.getByLabel('Erster Tag').fill(day)
	await page.getByLabel('Ab Uhrzeit').fill('12')
	await page.getByLabel('Grund').fill('Heizung')
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raum 1 fällt aus')
	const rows = page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Alle 2 unterbringen' }).click()
	await expect(
		page.getByRole('status').filter({ hasText: '1 ohne Nachfrage umgelegt, 1 bitte anrufen.' }),
	).toBeVisible()
	await expect(rows.filter({ hasText: 'Nils Nord' })).toContainText('Umgelegt')
	await expect(rows.filter({ hasText: 'Nils Nord' }).getByText('Jetzt: Raum 2.')).toBeVisible()
	const call = rows.filter({ hasText: 'Pia Park' })
	await expect(call.getByText('Per E-Mail nicht zu erreichen.')).toBeVisible()
	await expect(call.getByRole('link', { name: '030 7654321' })).toBeVisible()
	await expect(page.getByText('2 Termine, 1 zu klären')).toBeVisible()
	const rooms = await sql`select visit.contact_name as name, room.name as room from appointments visit
		join appointment_lines line on line.appointment_id = visit.id join resources room on room.id = line.resource_id
		where visit.location_id = ${salon.id} order by visit.starts_at, visit.contact_name`
	expect(rooms.map(({ name, room }) => `${name}: ${room}`)).toEqual([
		...['Mia Muster: Raum 1', 'Nils Nord: Raum 2', 'Olga Ost: Raum 2', 'Pia Park: Raum 1'],
	])
	// In the calendar of the rooms it leads back here.
	await page.goto(`/admin/calendar?tag=${day}&person=raeume`)
	await page.getByRole('link', { name: /Heizung/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raum 1 fällt aus')
	await page.goto('/admin/dashboard')
	await expect(page.getByRole('region', { name: 'Ausfälle' })).toContainText('1 anrufen, 1 erledigt')
})

test('staff see neither the page nor the way to it', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${person.userId}, 'staff' from locations where id = ${salon.id}`
	await sql`update employees set user_id = ${person.userId} where id = ${salon.anna}`
	await openOffice(page, salon)
	expect((await page.goto('/admin/disruptions'))?.status()).toBe(403)
	await page.goto(`/admin/calendar?tag=${day}`)
	await expect(page.getByRole('button', { name: /Menü$/ }).filter({ hasText: '⋮' })).toHaveCount(0)
})
