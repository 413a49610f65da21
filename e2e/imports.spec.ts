import * as fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

let salon: Salon
let company: string
test.beforeEach(async ({ page, sql }) => {
	salon = await openSalon(sql)
	const [row] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${salon.id}`
	company = String(row?.company)
	await sql`insert into members (company_id, user_id, role) values (${company}, ${SALON_ANNA.owner.userId}, 'owner')`
	await openOffice(page, salon)
	await page.goto('/admin/customers')
})

async function upload(page: Page, name: string, content: string | Buffer) {
	await page.getByLabel('CSV-Datei').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
	await page.getByRole('button', { name: 'Datei einlesen' }).click()
}

test('customers come from a file: columns, preview, what was not taken over, and all of it back', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	await sql`insert into customers (company_id, name, email) values (${company}, 'Zoë Alt', 'zoe@example.org')`
	const names = async () =>
		(await sql<{ name: string }[]>`select name from customers where company_id = ${company} order by name`).map(
			({ name }) => name,
		)
	await page.getByRole('link', { name: 'Importieren' }).click()
	await expect(page.getByRole('heading', { name: 'Kund:innen importieren' })).toBeVisible()
	await hydrated(page)
	await page.getByRole('button', { name: 'Datei einlesen' }).click()
	await expect(page.getByText('Bitte wählen Sie eine Datei.')).toBeVisible()
	await upload(page, 'kartei.xlsx', Buffer.from([0x50, 0x4b, 3, 4]))
	await expect(page.getByText('Das ist eine Excel-Datei.')).toBeVisible()
	await expect(page.getByLabel('CSV-Datei')).toHaveAttribute('aria-invalid', 'true')
	await accessible(page, 390, 1280)

	// As Excel writes it in Germany; nothing says which column holds the names.
	const lines = [
		'Wer;E-Mail;Handy;Geburtstag;Bemerkung',
		'Jörg Groß;joerg@example.org;1713912009;24.12.1980;"Mag Tee;\nkein Parfüm"',
		'Zoë;ZOE@example.org;;;',
		'=1+1;keine Adresse;+49 30 5551;;',
		';ohne@example.org;;;',
	]
	await upload(page, 'kartei.csv', Buffer.from(lines.join('\r\n'), 'latin1'))
	await expect(page.getByRole('heading', { name: 'kartei.csv' })).toBeVisible()
	await expect(page.getByText('Bitte wählen Sie oben die Spalte für den Namen.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Import starten' })).toBeDisabled()
	await hydrated(page)
	await page.getByLabel('Name (ganz)').selectOption('Wer')
	await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
	await expect(page.getByRole('row', { name: /Jörg Groß.*0171 3912009.*24\.12\.1980/ })).toBeVisible()
	await expect(page.getByRole('row', { name: /Gibt es schon, unverändert gelassen/ })).toBeVisible()
	await expect(page.getByRole('row', { name: /Die E-Mail-Adresse ist nicht vollständig/ })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Import starten' }).click()
	await expect(page.getByRole('region', { name: 'Der Import ist fertig' })).toBeVisible({ timeout: 30_000 })
	await expect(page.getByText('4 von 4 Zeilen')).toBeVisible()
	await accessible(page, 390, 1280)
	expect(await names()).toEqual(['Jörg Groß', 'Zoë Alt'])
	expect(await sql`select phone, note from customers where email = 'joerg@example.org'`).toEqual([
		{ phone: '+491713912009', note: 'Mag Tee;\nkein Parfüm' },
	])
	const waiting = page.waitForEvent('download')
	await page.getByRole('link', { name: /als CSV-Datei/ }).click()
	const file = await fs.readFile(await (await waiting).path(), 'utf8')
	expect(file.split('\r\n')).toEqual([
		'\uFEFFWer;E-Mail;Handy;Geburtstag;Bemerkung;Zeile;Grund',
		'Zoë;ZOE@example.org;;;;3;Gibt es schon, unverändert gelassen',
		"'=1+1;keine Adresse;'+49 30 5551;;;4;Die E-Mail-Adresse ist nicht vollständig",
		';ohne@example.org;;;;5;Der Name fehlt',
		'',
	])

	// The same columns again: the mapping is known.
	const first = page.url()
	await page.getByRole('link', { name: '‹ Importe' }).click()
	await upload(page, 'noch-einmal.csv', file.replace('keine Adresse', 'eins@example.org'))
	await expect(page.getByRole('heading', { name: 'noch-einmal.csv' })).toBeVisible()
	await page.goto('/admin/customers/imports')
	await upload(page, 'kartei2.csv', lines.slice(0, 2).join('\n'))
	await expect(page.getByLabel('Name (ganz)')).toHaveValue('0')
	await hydrated(page)
	await page.getByRole('button', { name: 'Verwerfen' }).click()
	await expect(page.getByRole('heading', { name: 'Bisherige Importe' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'kartei2.csv' })).toHaveCount(0)

	await page.goto(first)
	await hydrated(page)
	await page.getByRole('button', { name: 'Import zurücknehmen' }).click()
	await expect(page.getByText('1 Karte wieder entfernt')).toBeVisible({ timeout: 30_000 })
	expect(await names()).toEqual(['Zoë Alt'])
	expect((await page.goto('/admin/customers/imports/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
})

test('a long import shows how far it is, stops, and goes on', async ({ page, hydrated }) => {
	const rows = Array.from({ length: 5000 }, (_, n) => `Person ${n},person${n}@example.org,0160 ${1_000_000 + n}`)
	await page.goto('/admin/customers/imports')
	await hydrated(page)
	await upload(page, 'viele.csv', ['Name,E-Mail,Telefon', ...rows].join('\n'))
	await expect(page.getByRole('heading', { name: '5.000 Zeilen übernehmen' })).toBeVisible()
	await hydrated(page)
	await page.getByRole('button', { name: 'Import starten' }).click()
	await page.getByRole('button', { name: 'Anhalten' }).click()
	await expect(page.getByRole('region', { name: 'Der Import ist angehalten' })).toBeVisible()
	const done = Number((await page.getByText('von 5.000 Zeilen').innerText()).split(' ')[0]?.replace('.', ''))
	expect(done).toBeLessThan(5000)
	await page.getByRole('button', { name: 'Weitermachen' }).click()
	await expect(page.getByRole('region', { name: 'Der Import ist fertig' })).toBeVisible({ timeout: 60_000 })
	await expect(page.getByText('5.000 neue Karten')).toBeVisible()
	await page.getByRole('link', { name: 'Zu den Kund:innen' }).click()
	await expect(page.getByText('5.000 Personen')).toBeVisible()
})
