import type { Sql } from 'postgres'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, course, startOf } from './calendar-desk.ts'
import { expect, type SentMail, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 4)

test.slow()

/** An appointment of somebody with a mail address of their own. */
async function bookWithMail(sql: Sql, salon: Salon, person: string, wall: string, name: string) {
	const id = await book(sql, salon, person, wall, name)
	const email = addressOf(salon, name)
	await sql`update appointments set contact_email = ${email} where id = ${id}`
	return { id, email }
}
const addressOf = (salon: Salon, name: string) =>
	`${name.split(' ')[0]?.toLowerCase()}-${salon.id.slice(0, 8)}@example.org`
const answerLink = (mail: SentMail | undefined): string => {
	const { pathname, search } = new URL(/https?:\/\/\S+\/vorschlag\?s=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
	return pathname + search
}

test('the courses of somebody sick: one goes to a colleague, one is cancelled, one stays, each with a word to those who have booked', async ({
	page,
	sql,
	mailbox,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const [lena, otto] = [addressOf(salon, 'Lena'), addressOf(salon, 'Otto')]
	await course(sql, salon, salon.anna, [`${day} 10:00`, `${day} 11:00`], 'Flechtkurs', [lena, ''])
	await course(sql, salon, salon.anna, [`${day} 14:00`, `${day} 15:00`], 'Haarpflege', [otto])
	await course(sql, salon, salon.anna, [`${day} 16:00`, `${day} 17:00`], 'Bartpflege', [])
	await book(sql, salon, salon.ben, `${day} 14:00`, 'Mia Muster')
	await book(sql, salon, salon.anna, `${day} 12:00`, 'Nils Nord')

	await page.goto('/admin/disruptions')
	await hydrated(page)
	await page.getByLabel('Wer fällt aus?').selectOption('Anna Löwe')
	await page.getByLabel('Erster Tag').fill(day)
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByText('1 Termin, 3 Kurse, 4 zu klären')).toBeVisible()
	await expect(page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')).toHaveCount(1)
	const courses = page.getByRole('list', { name: 'Kurse' })
	const row = (title: string) =>
		courses.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
	await expect(row('Flechtkurs').getByText('2 Plätze gebucht')).toBeVisible()
	await expect(row('Flechtkurs').getByRole('link', { name: 'Gast 2 anrufen: 030 7654321' })).toHaveAttribute(
		'href',
		/^tel:/,
	)
	await accessible(page, 390, 1280)

	await row('Flechtkurs')
		.getByRole('button', { name: /Flechtkurs umlegen: Ben Öztürk/ })
		.click()
	await expect(row('Flechtkurs').getByText('Jetzt bei Ben Öztürk.')).toBeVisible()
	expect((await mailbox(lena)).at(-1)?.text).toContain('Ben Öztürk')

	// Ben is busy at two.
	await expect(row('Haarpflege').getByRole('button', { name: /umlegen/ })).toHaveCount(0)
	await row('Haarpflege').getByText('Absagen', { exact: true }).first().click()
	const dialog = page.getByRole('dialog', { name: 'Haarpflege absagen' })
	await dialog.getByLabel('Grund').fill('Anna ist krank.')
	await dialog.getByRole('button', { name: 'Kurs verbindlich absagen' }).click()
	await expect(row('Haarpflege').getByText('Abgesagt', { exact: true })).toBeVisible()
	expect((await mailbox(otto)).at(-1)?.text).toContain('Anna ist krank.')

	await row('Bartpflege')
		.getByRole('button', { name: /^Behalten/ })
		.click()
	await expect(row('Bartpflege').getByText('Bleibt', { exact: true })).toBeVisible()
	await expect(page.getByText('1 Termin, 3 Kurse, 1 zu klären')).toBeVisible()
	await row('Bartpflege')
		.getByRole('button', { name: /^Wieder öffnen/ })
		.click()
	await row('Bartpflege')
		.getByRole('link', { name: /Zeit ändern/ })
		.click()
	await expect(page.getByRole('heading', { name: 'Bartpflege' })).toBeVisible()
	await page.goto('/admin/dashboard')
	await expect(page.getByRole('region', { name: 'Ausfälle' })).toContainText('1 offen, 2 erledigt, 1 Kurs zu klären')
})

test('a whole day is closed: everybody gets another day, and nobody books that one', async ({
	page,
	browser,
	sql,
	mailbox,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const mia = await bookWithMail(sql, salon, salon.anna, `${day} 10:00`, 'Mia Muster')
	const nils = await bookWithMail(sql, salon, salon.ben, `${day} 15:00`, 'Nils Nord')
	const lena = addressOf(salon, 'Lena')
	await course(sql, salon, salon.anna, [`${day} 17:00`, `${day} 18:00`], 'Flechtkurs', [lena])

	await page.goto(`/admin/disruptions?tag=${day}`)
	await hydrated(page)
	await page.getByLabel('Wer fällt aus?').selectOption('Der ganze Standort')
	await page.getByLabel('Grund').fill('Stromausfall')
	await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Der Standort bleibt geschlossen')
	await expect(page.getByText('2 Termine, 1 Kurs, 3 zu klären')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Alle 2 vorschlagen' }).click()
	await expect(page.getByRole('status').filter({ hasText: '2 vorgeschlagen.' })).toBeVisible()
	// Nobody can give a course while the house is closed.
	const kurs = page.getByRole('list', { name: 'Kurse' }).getByRole('listitem')
	await expect(kurs.getByRole('button', { name: /umlegen/ })).toHaveCount(0)
	await kurs.getByText('Absagen', { exact: true }).first().click()
	await page.getByRole('dialog').getByRole('button', { name: 'Kurs verbindlich absagen' }).click()
	await expect(kurs.getByText('Abgesagt', { exact: true })).toBeVisible()
	expect((await mailbox(lena)).at(-1)?.subject).toMatch(/abgesagt/i)

	const [mail] = await mailbox(mia.email)
	expect(mail?.text).not.toContain('Stromausfall')
	const phone = await browser.newContext({
		...{ baseURL: process.env.E2E_URL, javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
	})
	const customer = await phone.newPage()
	await customer.goto(answerLink(mail))
	const consent = customer.getByRole('checkbox')
	if ((await consent.count()) > 0) await consent.check()
	await customer.getByRole('button', { name: 'Passt' }).click()
	await expect(customer.getByText('Ihr neuer Termin ist fest gebucht')).toBeVisible()
	expect((await startOf(sql, mia.id)).slice(0, 10) > day).toBe(true)
	// The closed day has no time for visitors.
	await customer.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}&day=${day}`)
	await expect(customer.getByRole('heading', { level: 1 })).toBeVisible()
	const [free] =
		await sql`select count(*)::integer as found from available_starts(${salon.id}, ${[salon.cut]}::uuid[], null, ${day}, ${day})`
	expect(free?.found).toBe(0)
	await phone.close()

	// Power is back: who has answered keeps the new day, who has not keeps the old time and hears of it.
	await page.reload()
	await hydrated(page)
	await page.getByText('Zurücknehmen', { exact: true }).first().click()
	await page.getByRole('button', { name: 'Ausfall zurücknehmen' }).click()
	await expect(page.getByText('Dieser Ausfall ist zurückgenommen.')).toBeVisible()
	expect((await mailbox(nils.email, 2)).at(-1)?.subject).toMatch(/bleibt/)
	expect(await startOf(sql, nils.id)).toBe(`${day} 15:00`)
	expect((await startOf(sql, mia.id)).slice(0, 10) > day).toBe(true)
})

for (const javaScriptEnabled of [true, false])
	test(`a location is closed for some days ${javaScriptEnabled ? 'with' : 'without'} JavaScript: all of them and no others`, async ({
		browser,
		sql,
		accessible,
	}) => {
		const context = await browser.newContext({
			...{ baseURL: process.env.E2E_URL, javaScriptEnabled, viewport: { width: 390, height: 844 } },
		})
		const page = await context.newPage()
		const salon = await openOwnSalon(page, sql)
		const last = addDays(day, 2)
		const ids = []
		for (const [wall, name] of [
			...[[`${addDays(day, -1)} 18:00`, 'Vera Vorher'] as const, [`${day} 08:00`, 'Erna Erste'] as const],
			...[[`${last} 19:00`, 'Lara Letzte'] as const, [`${addDays(last, 1)} 08:00`, 'Nora Nachher'] as const],
		])
			ids.push(await bookWithMail(sql, salon, salon.anna, wall, name))
		await page.goto('/admin/disruptions')
		const who = page.getByLabel('Wer fällt aus?')
		await who.selectOption('Der ganze Standort')
		await page.getByLabel('Erster Tag').fill(day)
		await page.getByLabel('Letzter Tag').fill(last)
		await page.getByLabel('Grund').fill('Umbau')
		await page.getByRole('button', { name: 'Eintragen und Termine zeigen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Der Standort bleibt geschlossen')
		const rows = page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')
		await expect(rows).toHaveCount(2)
		await expect(rows.first()).toContainText('Erna Erste')
		await expect(rows.last()).toContainText('Lara Letzte')
		if (javaScriptEnabled) await accessible(page, 390)
		await page.getByRole('button', { name: 'Alle 2 vorschlagen' }).click()
		await expect(page.getByRole('status').filter({ hasText: '2 vorgeschlagen.' })).toBeVisible()
		const held = await sql`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as on from holds
			where location_id = ${salon.id} and purpose = 'proposal' and ended_at is null`
		expect(held.map(({ on }) => on > last)).toEqual([true, true])
		// One of them is settled on the phone.
		await rows
			.first()
			.getByRole('button', { name: /Am Telefon angenommen/ })
			.click()
		await expect(rows.first().getByText('Angenommen', { exact: true })).toBeVisible()
		await page.goto('/admin/disruptions')
		await expect(page.getByRole('main')).toContainText('1 offen, 1 erledigt')
		await context.close()
	})
