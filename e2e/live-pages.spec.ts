import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openOwnSalon(page, sql)
})

test('an open appointment, course and card follow what others change; what is being typed stays and is named', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	// Leaving a typed form asks.
	page.on('dialog', (dialog) => void dialog.accept())
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Lena Live')
	await page.goto(`/admin/appointment/${id}`)
	await hydrated(page)
	await page.waitForLoadState('networkidle')
	await sql`update appointments set contact_name = 'Lena Lebendig' where id = ${id}`
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lena Lebendig')

	const [event] =
		await sql`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		select ${salon.id}, ${salon.cut}, ${salon.ben}, 'Flechtkurs', hour, hour + interval '1 hour', 4, 2500
		from date_trunc('hour', now() + interval '9 days') hour returning id`
	await page.goto(`/admin/events/${String(event?.id)}`)
	await hydrated(page)
	await page.waitForLoadState('networkidle')
	const title = page.getByLabel('Titel')
	const seats = page.getByRole('region', { name: 'Kurs ändern' }).getByLabel('Plätze', { exact: true })
	await title.fill('Mein Titel')
	await sql`update events set title = 'Zopfkurs', seats = 7 where id = ${String(event?.id)}`
	await expect(page.getByText('Titel: gespeichert ist jetzt „Zopfkurs“. Ihre Eingabe bleibt stehen.')).toBeVisible()
	await expect(title).toHaveValue('Mein Titel')
	await expect(seats).toHaveValue('7')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zopfkurs')
	await accessible(page)

	const [row] = await sql`select customer_id from appointments where id = ${id}`
	await page.goto(`/admin/customers/${String(row?.customer_id)}`)
	await hydrated(page)
	await page.waitForLoadState('networkidle')
	const looks = () => sql`select from customer_looks where customer_id = ${String(row?.customer_id)} and what = 'card'`
	await sql`update customer_looks set at = at - interval '11 minutes'`
	const note = page.getByLabel('Notiz')
	await note.fill('mag Kaffee')
	await sql`update customers set note = 'mag Tee', tags = '{Stamm}' where id = ${String(row?.customer_id)}`
	await expect(page.getByText('Notiz: gespeichert ist jetzt „mag Tee“.')).toBeVisible()
	await expect(note).toHaveValue('mag Kaffee')
	await expect(page.getByLabel('Merkmale')).toHaveValue('Stamm')
	// Nobody opened it again; by a link somebody does.
	expect(await looks()).toHaveLength(1)
	await page.goto('/admin/customers')
	await hydrated(page)
	await page.getByRole('link', { name: 'Lena' }).first().click()
	await expect(note).toHaveValue('mag Tee')
	expect(await looks()).toHaveLength(2)
})
