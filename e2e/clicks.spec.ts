import type { BrowserContext, Page } from '@playwright/test'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { newAddress, newPerson, PASSWORD } from './people.ts'

/** Counts each press of the pointer on any page of a browser; typing is not counted. */
async function counting(context: BrowserContext): Promise<{ clicks: number }> {
	const count = { clicks: 0 }
	await context.exposeFunction('pressed', () => void count.clicks++)
	await context.addInitScript(() => {
		addEventListener('pointerdown', () => (window as unknown as { pressed: () => void }).pressed(), true)
	})
	return count
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const contact = async (page: Page): Promise<void> => {
	await page.getByLabel('Name', { exact: true }).fill('Klara Klick')
	await page.getByLabel('E-Mail').fill(`klick-${Date.now()}@example.org`)
}
const times = (page: Page) =>
	page.getByRole('complementary', { name: 'Termin buchen' }).getByRole('button', { name: /\d\d:\d\d/ })

test('from the search to the booking are six clicks at most', async ({ page, context, sql }) => {
	const salon = await openSalon(sql)
	const word = `Klickpflege ${salon.id.replace(/[-\d]/g, '').slice(0, 6)}`
	await sql`update services set name = ${word} where id = ${salon.cut}`
	const count = await counting(context)
	await page.goto('/')
	const search = page.getByRole('search')
	// The click into a field is counted, although the keyboard gets there, too.
	await search.getByLabel('Was', { exact: true }).click()
	await search.getByLabel('Was', { exact: true }).fill(word)
	await search.getByLabel('Was', { exact: true }).press('Escape')
	await search.getByRole('button', { name: 'Termine finden' }).click()
	await page.getByRole('list', { name: 'Nächste freie Zeiten bei Salon Löwe' }).getByRole('button').first().click()
	await expect(heading(page)).toHaveText('Ihre Daten')
	await contact(page)
	await order(page)
	await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
	expect(count.clicks).toBeGreaterThan(2)
	expect(count.clicks).toBeLessThanOrEqual(6)
})

test('a past visit is booked again in three clicks, by its person, and in six weeks in two', async ({
	page,
	context,
	sql,
	mailbox,
	accessible,
}) => {
	test.slow()
	const salon = await openSalon(sql)
	const email = await newPerson(page, mailbox)
	const [visit] = await sql<{ id: string }[]>`
		insert into appointments (company_id, location_id, user_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
		select company_id, id, (select id from auth.users where email = ${email}), 'completed', starts, starts + interval '1 hour',
			'Klara Klick', ${email}, 4500
		from locations, lateral (select ((current_date - 2) + time '10:00') at time zone 'Europe/Berlin' as starts) past
		where id = ${salon.id} returning id`
	await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name,
			starts_at, ends_at, price_cents)
		select id, 1, ${salon.cut}, ${salon.ben}, 'Haarschnitt', starts_at, ends_at, 4500
		from appointments where id = ${visit?.id ?? null}`
	const past = page.getByRole('region', { name: 'Wieder buchen' })
	await page.goto('/profile')
	await accessible(page, 390, 1280)
	const count = await counting(context)
	const ways: [clicks: number, begin: () => Promise<void>][] = [
		[
			4,
			async () => {
				await past.getByRole('link', { name: 'Andere Zeit' }).click()
				await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
			},
		],
		[3, () => past.getByRole('button', { name: 'Wieder buchen' }).click()],
		[2, () => past.getByRole('button', { name: 'In 6 Wochen' }).click()],
	]
	for (const [clicks, begin] of ways) {
		await page.goto('/profile')
		count.clicks = 0
		await begin()
		await expect(heading(page)).toHaveText('Ihre Daten')
		await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('Ben Öztürk')
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		await order(page)
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		// A visit within the period for withdrawing needs a box to be ticked, which the law wants as a click of its own.
		expect(count.clicks).toBe(clicks)
	}
})

test('from a link to a time to the booking are two clicks, where nothing has to be agreed to', async ({
	page,
	context,
	sql,
}) => {
	const salon = await openSalon(sql)
	const [row] = await sql<{ starts_at: Date }[]>`
		select starts_at from available_starts(${salon.id}, ${[salon.cut]}::uuid[], null, current_date + 20, current_date + 20) limit 1`
	const count = await counting(context)
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&start=${row?.starts_at.toISOString()}`)
	await page.getByRole('button', { name: 'Mit dieser Zeit weiter' }).click()
	await contact(page)
	await order(page)
	await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
	expect(count.clicks).toBe(2)
})

/** When a time of the salon is held, in the order of holding; those given back are left out. */
const heldAt = async (sql: Parameters<typeof openSalon>[0], { id }: Salon): Promise<number> =>
	(await sql`select 1 from holds where location_id = ${id} and ended_at is null`).length

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
		test.use({ javaScriptEnabled })

		test('a time on a page is held with one click, and another one given back', async ({ page, sql, accessible }) => {
			const [one, other] = [await openSalon(sql), await openSalon(sql)]
			await page.goto(`/listings/${one.slug}`)
			if (javaScriptEnabled) await accessible(page, 390, 1280)
			await times(page).first().click()
			await expect(heading(page)).toHaveText('Ihre Daten')
			expect(await heldAt(sql, one)).toBe(1)
			// The same business again: the first hold is replaced.
			await page.goto(`/listings/${one.slug}`)
			await times(page).last().click()
			await expect(heading(page)).toHaveText('Ihre Daten')
			expect(await heldAt(sql, one)).toBe(1)
			await page.goto(`/listings/${other.slug}`)
			await times(page).first().click()
			await expect(heading(page)).toHaveText('Ihre Daten')
			expect([await heldAt(sql, one), await heldAt(sql, other)]).toEqual([0, 1])
			await page.getByRole('button', { name: 'Andere Zeit wählen' }).click()
			await expect(heading(page)).toHaveText('Wann passt es Ihnen?')
			expect(await heldAt(sql, other)).toBe(0)
		})

		test('a time that has gone meanwhile leads to the next best ones', async ({ page, sql, request }) => {
			const salon = await openSalon(sql, { people: 1 })
			await page.goto(`/listings/${salon.slug}`)
			const chip = times(page).first()
			const start = String(await chip.getAttribute('value'))
			const taken = await request.post(`/listings/${salon.slug}/booking`, {
				headers: { accept: 'application/json' },
				form: { service: salon.cut, start, employee: salon.anna },
			})
			expect(taken.status()).toBe(200)
			await chip.click()
			await expect(page.getByRole('alert')).toContainText('Diese Zeit wurde leider gerade vergeben')
			await page.getByRole('alert').getByRole('button').first().click()
			await expect(heading(page)).toHaveText('Ihre Daten')
		})
	})
}

test('a form of another site holds nothing', async ({ request, sql }) => {
	const salon = await openSalon(sql)
	const answer = await request.post(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=any`, {
		headers: { origin: 'https://elsewhere.example' },
		form: { start: new Date(Date.now() + 5 * 86_400_000).toISOString() },
	})
	expect(answer.status()).toBe(403)
	expect(await heldAt(sql, salon)).toBe(0)
})

test('whoever has booked needs only a password for an account', async ({ page, sql, mailbox, accessible }) => {
	const salon = await openSalon(sql)
	const email = newAddress()
	await page.goto(`/listings/${salon.slug}`)
	await times(page).first().click()
	await page.getByLabel('Name', { exact: true }).fill('Klara Klick')
	await page.getByLabel('E-Mail').fill(email)
	await order(page)
	await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
	await accessible(page, 390, 1280)
	const google = await page.getByRole('link', { name: /^Google/ }).getAttribute('href')
	expect(new URL(String(google)).searchParams.get('text')).toBe('Haarschnitt · Salon Löwe')
	expect(google).not.toContain('s%3D')
	await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Konto anlegen' }).click()
	await expect(heading(page)).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
	expect((await mailbox(email, 2)).length).toBe(2)
})
