import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { book } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

test('a shift is changed for one day from the head of its column, and whoever is booked outside it is named first', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	const [row] = await sql`select ((now() at time zone 'Europe/Berlin')::date + 3)::text as day`
	const day = String(row?.day)
	await book(sql, salon, salon.anna, `${day} 16:00`, 'Mia Muster')
	await openOffice(page, salon)
	await page.goto(`/admin/calendar?tag=${day}`)
	await hydrated(page)
	await page.getByRole('button', { name: 'Anna Löwe: Menü' }).click()
	await page.getByRole('link', { name: 'Schicht ändern …' }).click()
	await expect(page.getByText('Jetzt: 08:00–20:00')).toBeVisible()
	await page.getByLabel('Von').fill('18')
	await page.getByLabel('Bis').fill('9')
	await page.getByRole('button', { name: 'Schicht speichern' }).click()
	await expect(page.getByLabel('Bis')).toHaveAccessibleDescription(/Meinten Sie 09:00–18:00\?/)
	await page.getByLabel('Von').fill('9')
	await page.getByLabel('Bis').fill('14')
	await page.getByRole('button', { name: 'Schicht speichern' }).click()
	await expect(page.getByText(/Außerhalb der neuen Zeit .* 16:00 Mia Muster\./)).toBeVisible()
	await expect(page.getByLabel('Von')).toHaveValue('09:00')
	expect(await sql`select id from exceptions where employee_id = ${salon.anna}`).toEqual([])
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
	await expect(page).toHaveURL(/\/admin\/calendar/)
	await expect(page.getByText('Andere Schicht').first()).toBeVisible()
	expect(
		await sql`select kind::text, starts_at::time::text, ends_at::time::text from exceptions
		where employee_id = ${salon.anna} order by kind`,
	).toEqual([
		{ kind: 'closed', starts_at: '08:00:00', ends_at: '20:00:00' },
		{ kind: 'open', starts_at: '09:00:00', ends_at: '14:00:00' },
	])
	await page.goto(`/admin/shift?person=${salon.anna}&tag=${day}`)
	await expect(page.getByText('Jetzt: 09:00–14:00')).toBeVisible()
	await hydrated(page)
	await book(sql, salon, salon.anna, `${day} 10:00`, 'Max Mitte')
	// Two doubts, each answered by itself, after what a colleague has changed in between.
	await sql`update exceptions set ends_at = ${day}::date + time '15:00' where employee_id = ${salon.anna} and kind = 'open'`
	await page.getByLabel('Von').fill('18')
	await page.getByLabel('Bis').fill('9')
	await page.getByRole('button', { name: 'Schicht speichern' }).click()
	await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
	await expect(page.getByText(/Jemand hat diese Schicht um \d\d:\d\d Uhr geändert: 09:00–15:00\./)).toBeVisible()
	await accessible(page, 390, 1280)
	expect(
		(
			await sql`select max(ends_at)::time::text as until from exceptions where employee_id = ${salon.anna} and kind = 'open'`
		)[0]?.until,
	).toBe('15:00:00')
	await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
	await expect(page.getByText(/Außerhalb der neuen Zeit .* 10:00 Max Mitte\./)).toBeVisible()
	await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
	await expect(page).toHaveURL(/\/admin\/calendar/)
	await page.goto(`/admin/shift?person=${salon.anna}&tag=${day}`)
	await page.getByLabel('An diesem Tag').selectOption('wieder wie sonst')
	await page.getByRole('button', { name: 'Schicht speichern' }).click()
	await expect.poll(() => sql`select id from exceptions where employee_id = ${salon.anna}`).toEqual([])
})
