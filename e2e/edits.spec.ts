import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

// Two people have the same form open. What the second has not touched stays as the first has saved it; where both have changed the same, the
// second is told what is stored now.
test('two people change a location, a person, a service and the company, and neither loses anything unseen', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openSalon(sql)
	const [row] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	const company = String(row?.company)
	await sql`insert into members (company_id, user_id, role) values (${company}, ${SALON_ANNA.owner.userId}, 'owner')`
	await openOffice(page, salon)
	const base = `/admin/company/location/${salon.id}`
	const open = async (path: string) => {
		await page.goto(path)
		await hydrated(page)
	}
	const saved = () => expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()

	await open(base)
	await sql`update locations set phone = '+49 30 777', description = 'Neu von Ben' where id = ${salon.id}`
	await page.getByLabel('Webseite').fill('https://loewe.example')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await saved()
	const read = async () =>
		(await sql`select website, phone, description from locations where id = ${salon.id}`)[0] as Record<string, string>
	expect(await read()).toEqual({ website: 'https://loewe.example', phone: '+49 30 777', description: 'Neu von Ben' })
	await open(base)
	await sql`update locations set description = 'Noch neuer von Ben', phone = '+49 30 888' where id = ${salon.id}`
	await page.getByLabel('Beschreibung').fill('Von mir')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByRole('alert')).toContainText('Jetzt gespeichert: Beschreibung „Noch neuer von Ben“.')
	await expect(page.getByLabel('Beschreibung')).toHaveValue('Von mir')
	await expect(page.getByLabel('Telefon')).toHaveValue('+49 30 888')
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await saved()
	expect(await read()).toMatchObject({ phone: '+49 30 888', description: 'Von mir' })

	await open(`${base}/employees`)
	await page.getByText('Ben Öztürk', { exact: true }).click()
	const ben = page.locator('details[open] form:has([name=shown])')
	await sql`update employees set title = 'Barbier', active = false where id = ${salon.ben}`
	await ben.getByLabel('Name', { exact: true }).fill('Ben Ö.')
	await ben.getByRole('button', { name: 'Speichern' }).click()
	await saved()
	const people = await sql`select name, title, active from employees where id = ${salon.ben}`
	expect(people[0]).toEqual({ name: 'Ben Ö.', title: 'Barbier', active: false })

	await open(`${base}/services`)
	await page.getByText('Haarschnitt', { exact: true }).click()
	const cut = page.locator('details[open] form:has([name=shown])')
	await sql`update services set duration_minutes = 50 where id = ${salon.cut}`
	await sql`delete from employee_services where service_id = ${salon.cut} and employee_id = ${salon.ben}`
	await cut.getByLabel('Preis in Euro').fill('48,00')
	await cut.getByRole('button', { name: 'Speichern' }).click()
	await saved()
	const offered = async () => sql`select price_cents, duration_minutes, (select count(*)::int from employee_services
		where service_id = services.id) as people from services where id = ${salon.cut}`
	expect((await offered())[0]).toEqual({ price_cents: 4800, duration_minutes: 50, people: 1 })
	await open(`${base}/services`)
	await page.getByText('Haarschnitt', { exact: true }).click()
	await sql`update services set price_cents = 5200 where id = ${salon.cut}`
	await cut.getByLabel('Preis in Euro').fill('49,00')
	await cut.getByRole('button', { name: 'Speichern' }).click()
	await expect(cut.getByRole('alert')).toContainText('Jetzt gespeichert: Preis in Euro „52,00“.')
	expect((await offered())[0]).toMatchObject({ price_cents: 5200 })
	await expect(cut.getByRole('alert')).toContainText(/Jemand hat um \d\d:\d\d Uhr gespeichert\./)
	await accessible(page, 390, 1280)
	await cut.getByLabel('Dauer in Minuten').fill('55')
	await cut.getByRole('radio', { name: '„52,00“ übernehmen' }).check()
	await cut.getByRole('button', { name: 'Speichern' }).click()
	await saved()
	expect((await offered())[0]).toMatchObject({ price_cents: 5200, duration_minutes: 55 })

	// A chair.
	const [chair] =
		await sql`insert into resources (location_id, kind, name) values (${salon.id}, 'Stuhl', 'Stuhl 1') returning id`
	await open(`${base}/services`)
	await page.getByText('Stuhl 1', { exact: true }).click()
	const seat = page.locator('details[open] form:has([name=kind])')
	await sql`update resources set name = 'Stuhl am Fenster' where id = ${String(chair?.id)}`
	await seat.getByLabel('Name', { exact: true }).fill('Stuhl A')
	await seat.getByRole('button', { name: 'Umbenennen' }).click()
	await expect(seat.getByRole('alert')).toContainText('Name „Stuhl am Fenster“')
	await seat.getByRole('button', { name: 'Umbenennen' }).click()
	await saved()
	expect((await sql`select name from resources where id = ${String(chair?.id)}`)[0]).toEqual({ name: 'Stuhl A' })

	// A member's role.
	const { userId } = SALON_ANNA.reception
	await sql`insert into members (company_id, user_id, role) values (${company}, ${userId}, 'staff')`
	await open(`/admin/user?mitglied=${userId}`)
	await sql`update members set role = 'reception' where company_id = ${company} and user_id = ${userId}`
	const role = page.locator('form:has([name=shown])')
	await role.getByRole('radio', { name: /^Leitung/ }).check()
	await role.getByRole('button', { name: 'Rolle speichern' }).click()
	await expect(role.getByRole('alert')).toContainText('Rolle „Empfang“')
	await role.getByRole('button', { name: 'Rolle speichern' }).click()
	await saved()
	expect((await sql`select role::text from members where company_id = ${company} and user_id = ${userId}`)[0]).toEqual({
		role: 'manager',
	})

	await open('/admin/company')
	await sql`update companies set city = 'Potsdam' where id = ${company}`
	await page.getByLabel('Vertreten durch').fill('Ben Öztürk')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await saved()
	expect((await sql`select city, representative from companies where id = ${company}`)[0]).toEqual({
		...{ city: 'Potsdam', representative: 'Ben Öztürk' },
	})
})
