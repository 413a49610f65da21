import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { addDays, weekdayOf } from '../app/lib/dates.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { newPerson } from './people.ts'
import { insertAlert, insertOffer, insertWait } from './wishes.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A salon with one person, who has one hour on each of these days of the coming week. */
async function openBusySalon(sql: Sql, ...days: number[]): Promise<Salon> {
	const salon = await openSalon(sql, { people: 1 })
	const kept = days.map((day) => weekdayOf(addDays(today, day)))
	await sql`delete from working_hours where employee_id = ${salon.anna} and weekday <> all(${kept}::int[])`
	await sql`update working_hours set starts = '10:00', ends = '11:00' where employee_id = ${salon.anna}`
	return salon
}

/** Books the one free hour of a day, in a browser of its own, which comes back with the page of the booking. */
async function takeHour(
	browser: Browser,
	salon: Salon,
	day: number,
	name: string,
): Promise<{ page: Page; email: string; path: string }> {
	const page = await browser.newPage({ baseURL: process.env.E2E_URL })
	const email = `${name.toLowerCase()}-${salon.id.slice(0, 8)}@example.org`
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&day=${addDays(today, day)}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await page.getByLabel('E-Mail').fill(email)
	await order(page)
	await page.waitForURL(/booking-success/)
	await page.getByRole('link', { name: 'Termin ansehen oder ändern' }).click()
	await page.waitForURL(/\/booking\//)
	return { page, email, path: new URL(page.url()).pathname }
}

async function cancel({ page, path }: { page: Page; path: string }): Promise<void> {
	await page.goto(`${path}/absagen`)
	await page
		.getByRole('button', { name: /absagen/i })
		.first()
		.click()
	await expect(page.getByText('Ihr Termin ist abgesagt.')).toBeVisible()
	await page.close()
}

/** Sends the form, no sooner than a person could have filled it in. */
async function send(page: Page, button: string): Promise<void> {
	await page.waitForTimeout(2600)
	await page.getByRole('button', { name: button }).click()
}

/** Follows the link of the mail and confirms. */
async function confirm(page: Page, text: string | undefined, button: string): Promise<void> {
	await page.goto(/\S+\/create-order\/bestaetigen\/\S+/.exec(text ?? '')?.[0] ?? '')
	await page.getByRole('button', { name: button }).click()
}

/** Until the server has offered a time: with script the page shows it by itself. */
async function offered(page: Page, scripted: boolean): Promise<void> {
	await expect(async () => {
		if (!scripted) await page.reload()
		await expect(heading(page)).toHaveText('Für Sie ist eine Zeit frei geworden', { timeout: 2000 })
	}).toPass({ timeout: 60_000 })
}

bothWays((scripted) => {
	test('a guest finds nothing free, waits, is offered what somebody else gives up, and books it', async ({
		page,
		browser,
		sql,
		mailbox,
		accessible,
	}) => {
		test.slow()
		const salon = await openBusySalon(sql, 3)
		const first = await takeHour(browser, salon, 3, 'Frieda')
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&day=${addDays(today, 3)}`)
		await expect(page.getByText('An diesem Tag ist nichts frei.')).toBeVisible()
		await page.getByRole('link', { name: 'Auf die Warteliste' }).click()
		await expect(heading(page)).toHaveText('Auf die Warteliste')
		await expect(page.getByRole('complementary', { name: 'Worauf Sie warten' })).toContainText('Haarschnitt')
		if (scripted) await accessible(page, 320, 1280)

		// The day that was looked at is ticked; what is missing stands at its field, and nothing typed is lost.
		await expect(page.getByRole('checkbox', { name: 'Vormittag', checked: true })).toHaveCount(1)
		await page.getByLabel('Telefon').fill('030 123456')
		await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
		await expect(page.getByLabel('Ihr Name')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Telefon')).toHaveValue('030 123456')
		if (scripted) await accessible(page, 390, 1280)
		const email = `wanda-${salon.id.slice(0, 8)}@example.org`
		await page.getByLabel('Ihr Name').fill('Wanda Wartend')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('checkbox', { name: /^Auch sofort/ }).check()
		await send(page, 'Auf die Warteliste')
		await expect(heading(page)).toHaveText('Fast geschafft: Bitte bestätigen Sie.')
		await expect(page.getByText('Erst mit dem Link darin zählt Ihr Platz')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)

		await page.goto(/\S+\/create-order\/bestaetigen\/\S+/.exec((await mailbox(email))[0]?.text ?? '')?.[0] ?? '')
		await expect(heading(page)).toHaveText('Platz auf der Warteliste bestätigen')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
		await expect(heading(page)).toHaveText('Sie stehen auf der Warteliste.')
		await page.getByRole('link', { name: 'Meinen Platz ansehen' }).click()
		await expect(page.getByRole('region', { name: 'Ihr Platz in der Reihe' })).toContainText('1. Platz in der Reihe')
		if (scripted) await accessible(page, 320, 1280)

		await cancel(first)
		await offered(page, scripted)
		const [told] =
			await sql`select count(*)::int as mails from messages where recipient = ${email} and kind = 'waitlist_offer'`
		expect(told?.mails).toBe(1)
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('link', { name: 'Prüfen und buchen' }).click()
		await expect(page.getByRole('heading', { name: 'Bitte prüfen Sie Ihre Buchung' })).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await order(page)
		await expect(page).toHaveURL(/booking-success/)
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
	})

	test('who has an appointment is asked for an earlier one, and it moves there', async ({
		page: unused,
		browser,
		sql,
		mailbox,
		accessible,
	}) => {
		test.slow()
		await unused.close()
		const salon = await openBusySalon(sql, 3, 5)
		const first = await takeHour(browser, salon, 3, 'Frieda')
		const second = await takeHour(browser, salon, 5, 'Selma')
		const page = await browser.newPage({ baseURL: process.env.E2E_URL, javaScriptEnabled: scripted })
		await page.context().addCookies(await second.page.context().cookies())
		await second.page.close()
		await page.goto(second.path)
		await page.getByRole('link', { name: 'Auf die Warteliste für eine frühere Zeit' }).click()
		await expect(heading(page)).toHaveText('Früher kommen?')
		await expect(page.getByRole('radio', { name: 'Zeit egal' })).toBeChecked()
		await expect(page.getByLabel('E-Mail')).toHaveValue(second.email)
		if (scripted) await accessible(page, 320, 1280)
		await send(page, 'Auf die Warteliste')
		await expect(heading(page)).toHaveText('Fast geschafft: Bitte bestätigen Sie.')
		const mails = await mailbox(second.email, 2)
		await confirm(page, mails.find(({ text }) => text.includes('/bestaetigen/'))?.text, 'Auf die Warteliste')
		await page.getByRole('link', { name: 'Meinen Platz ansehen' }).click()
		await expect(page.getByText('Statt Ihres Termins')).toBeVisible()
		await cancel(first)
		await offered(page, scripted)
		await expect(page.getByText(/zieht Ihr Termin vom .* hierher um/)).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('link', { name: 'Prüfen und verschieben' }).click()
		await expect(heading(page)).toHaveText('Termin bei Salon Löwe verschieben')
		await expect(page.getByText(/Ihr Termin am .* zieht hierher um/)).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await order(page)
		await expect(page).toHaveURL(new RegExp(`${second.path}\\?neu=verschoben`))
		const [moved] =
			await sql`select (starts_at at time zone 'Europe/Berlin')::date::text as day, state::text from appointments
			where id = ${second.path.split('/').at(-1) ?? ''}`
		expect(moved).toEqual({ day: addDays(today, 3), state: 'confirmed' })
		await page.close()
	})

	test('an empty search becomes an alert, whose page shows what is free by then', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		const [far] = await sql<{ id: number; name: string; latitude: number; longitude: number }[]>`
			select id, name, latitude, longitude from cities city where not exists (select from locations place
				where abs(place.latitude - city.latitude) < 0.6 and abs(place.longitude - city.longitude) < 0.9) order by population desc limit 1`
		const [category] = await sql<{ name: string }[]>`
			select name from categories where id = (select category_id from services where id = ${salon.cut})`
		await page.goto(`/listings?was=${category?.name}&wo=${far?.name}&umkreis=5`)
		await page.getByRole('link', { name: 'Sagen Sie mir Bescheid' }).click()
		await expect(heading(page)).toHaveText('Sagen Sie mir Bescheid')
		await expect(page.getByLabel('Ort')).toHaveValue(far?.name ?? '')
		await expect(page.getByLabel('Kategorie')).not.toHaveValue('')
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('button', { name: 'Sagen Sie mir Bescheid' }).click()
		await expect(page.getByLabel('Ihr Name')).toHaveAttribute('aria-invalid', 'true')
		await page.getByRole('radio', { name: 'Zeit egal' }).check()
		await page.getByLabel('Ihr Name').fill('Benno Bescheid')
		const email = `benno-${salon.id.slice(0, 8)}@example.org`
		await page.getByLabel('E-Mail').fill(email)
		await send(page, 'Sagen Sie mir Bescheid')
		await expect(page.getByText('Erst mit dem Link darin suchen wir')).toBeVisible()
		await confirm(page, (await mailbox(email))[0]?.text, 'Ja, Bescheid sagen')
		await expect(heading(page)).toHaveText('Wir sagen Ihnen Bescheid.')
		await page.getByRole('link', { name: 'Benachrichtigung ansehen' }).click()
		await expect(page.getByText('Zu Ihren Zeiten ist gerade nichts frei.')).toBeVisible()
		if (scripted) await accessible(page, 320, 1280)

		await sql`update locations set latitude = ${far?.latitude ?? 0}, longitude = ${far?.longitude ?? 0}, city_id = ${far?.id ?? 0} where id = ${salon.id}`
		await expect(async () => {
			if (!scripted) await page.reload()
			await expect(heading(page)).toHaveText(`Jetzt frei: ${category?.name}`, { timeout: 2000 })
		}).toPass({ timeout: 40_000 })
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('list', { name: 'Freie Zeiten bei Salon Löwe' }).getByRole('button').first().click()
		await expect(heading(page)).toHaveText('Ihre Daten')
		await sql`update locations set state = 'draft' where id = ${salon.id}`
	})

	test('the page of a place: behind others, other times, "Passt nicht", the pause, the end', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		// Nothing is offered by itself while the test looks.
		await sql`update locations set waitlist = 'by_hand' where id = ${salon.id}`
		await insertWait(sql, salon, { since: 2 })
		const wait = await insertWait(sql, salon)
		await page.goto(wait.link)
		const place = page.getByRole('region', { name: 'Ihr Platz in der Reihe' })
		await expect(place).toContainText('2. Platz in der Reihe')
		await expect(place).toContainText('Vor Ihnen wartet 1 Person')
		await page.getByText('Zeiten ändern').click()
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('radio', { name: 'Zeitraum' }).check()
		await page.getByLabel('Vom').fill('31.2.')
		await page.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(page.getByLabel('Vom')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Vom')).toHaveValue('31.2.')
		await page.getByRole('radio', { name: 'Zeit egal' }).check()
		await page.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(page.getByText('Ihre Zeiten sind gespeichert.')).toBeVisible()
		await expect(page.getByRole('complementary', { name: 'Worauf Sie warten' })).toContainText('Zeit egal')

		const offer = await insertOffer(sql, salon, wait)
		await page.goto(wait.path)
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('button', { name: 'Passt nicht' }).click()
		await expect(page.getByText('Die Zeit geht an die Nächsten. Ihr Platz in der Reihe bleibt.')).toBeVisible()
		await expect(place).toContainText('2. Platz in der Reihe')
		const [declined] = await sql`select state::text from offers where id = ${offer}`
		expect(declined?.state).toBe('declined')
		await insertOffer(sql, salon, wait, { expired: true, days: 4 })
		await page.goto(wait.path)
		await expect(page.getByRole('region', { name: 'Schon angeboten' })).toContainText('nicht beantwortet')
		await expect(page.getByRole('link', { name: 'Noch frei: jetzt buchen' })).toHaveCount(1)
		if (scripted) await accessible(page, 320, 1280)
		await page.getByText('Platz aufgeben').first().click()
		await page.getByRole('button', { name: 'Platz aufgeben' }).click()
		await expect(heading(page)).toHaveText('Sie stehen nicht mehr auf der Warteliste')
		if (scripted) await accessible(page, 390, 1280)

		const paused = await insertWait(sql, salon, { paused: true })
		await page.goto(paused.link)
		await expect(heading(page)).toHaveText('Ihr Platz auf der Warteliste ruht')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Weiter warten' }).click()
		await expect(heading(page)).toHaveText('Sie stehen auf der Warteliste')

		const draft = await insertWait(sql, salon, { state: 'draft' })
		await page.goto(draft.link)
		await expect(heading(page)).toHaveText('Bitte bestätigen Sie Ihren Platz')
		if (scripted) await accessible(page, 390, 1280)
		const expired = await insertWait(sql, salon, { state: 'expired' })
		await page.goto(expired.link)
		await expect(heading(page)).toHaveText('Ihr Platz auf der Warteliste ist abgelaufen')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Weiter warten' }).click()
		await expect(page.getByText('Sie warten weiter.', { exact: true })).toBeVisible()
		await sql`update locations set waitlist = 'off' where id = ${salon.id}`
		await page.goto(expired.path)
		await expect(page.getByText('Salon Löwe führt zurzeit keine Warteliste.')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		// Where there is no list, nothing leads to one.
		await page.goto(`/listings/${salon.slug}`)
		await expect(page.getByRole('link', { name: 'Auf die Warteliste' })).toHaveCount(0)
		await page.goto(`/listings/${salon.slug}/warteliste?service=${salon.cut}`)
		await expect(page).toHaveURL(/\/booking\?service=/)
	})

	test('the page of an alert ends, and goes on', async ({ page, sql, accessible }) => {
		const salon = await openSalon(sql)
		const alert = await insertAlert(sql, salon, { state: 'expired' })
		await page.goto(alert.link)
		await expect(heading(page)).toHaveText('Ihre Benachrichtigung ist abgelaufen')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Weiter Bescheid sagen' }).click()
		await expect(page.getByText('Ihre Benachrichtigung läuft weiter.')).toBeVisible()
		await expect(heading(page)).toHaveText(/^Jetzt frei: /)
		await page.getByText('Beenden', { exact: true }).click()
		await page.getByRole('button', { name: 'Benachrichtigung beenden' }).click()
		await expect(heading(page)).toHaveText('Ihre Benachrichtigung ist beendet')
		if (scripted) await accessible(page, 390, 1280)
		const draft = await insertAlert(sql, salon, { state: 'draft' })
		await page.goto(draft.link)
		await expect(heading(page)).toHaveText('Bitte bestätigen Sie Ihre Benachrichtigung')
		if (scripted) await accessible(page, 390)
	})

	test('the way from a listing: first for what, then when; and the profile has all of it', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const email = await newPerson(page, mailbox)
		const [person] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`
		await insertAlert(sql, salon, { user: person?.id })
		await page.goto(`/listings/${salon.slug}`)
		await page.getByRole('link', { name: 'Auf die Warteliste' }).first().click()
		await expect(heading(page)).toHaveText('Worauf möchten Sie warten?')
		if (scripted) await accessible(page, 320, 1280)
		await page.getByRole('checkbox', { name: /Haarschnitt/ }).check()
		await page.getByRole('button', { name: 'Weiter' }).click()
		await page.getByRole('radio', { name: 'Zeit egal' }).check()
		await page.getByLabel('Bei wem?').selectOption('Ben Öztürk')
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		await send(page, 'Auf die Warteliste')
		// The address is the account's own, so nothing is left to confirm.
		await expect(heading(page)).toHaveText('Sie stehen auf der Warteliste.')
		if (scripted) await accessible(page, 390, 1280)
		await page.goto('/profile')
		const lists = page.getByRole('region', { name: 'Wartelisten' })
		await expect(lists).toContainText('Salon Löwe')
		await expect(lists).toContainText('Wartet bis')
		await expect(page.getByRole('region', { name: 'Benachrichtigungen' }).getByRole('listitem')).toHaveCount(1)
		if (scripted) await accessible(page, 320, 1280)
		await lists.getByText('Platz aufgeben').first().click()
		await lists.getByRole('button', { name: 'Platz wirklich aufgeben' }).click()
		await expect(page.getByText('Das ist beendet.')).toBeVisible()
		await expect(lists).toContainText('Beendet')
	})
})
