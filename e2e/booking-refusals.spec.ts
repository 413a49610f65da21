import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, MIA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { order } from './order.ts'

const TOO_OFTEN = 'Das waren viele Versuche in kurzer Zeit.'

test.slow()

/** Holds Anna's first free cut and opens the contact step. */
async function holdCut(page: Page, salon: Salon, origin = ''): Promise<void> {
	await page.goto(`${origin}/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
	await expect(page.getByText(/Wir halten diese Zeit bis/)).toBeVisible()
}

async function bookCut(page: Page, salon: Salon): Promise<string> {
	await holdCut(page, salon)
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	await page.getByLabel('E-Mail').fill(`joerg-${salon.id.slice(0, 8)}@example.org`)
	await order(page)
	await page.waitForURL(/booking-success/)
	return String(new URL(page.url()).searchParams.get('id'))
}

test.describe('limits', () => {
	test.skip(
		process.env.E2E_MODE === 'hosted',
		'The limits are counted by the server of the pages, as in the other modes.',
	)

	let folder: string
	let server: ServerProcess | undefined
	// A second server with limits, on the same database.
	test.beforeEach(async () => {
		folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-limits-'))
		// With other keys it would change the database password that the first server uses.
		await fs.copyFile(path.join(String(process.env.E2E_DATA_DIR), 'keys.json'), path.join(folder, 'keys.json'))
		server = await startServerProcess(folder, {
			DATABASE_URL: String(process.env.E2E_DATABASE_URL),
			RATE_LIMITS: 'true',
		})
	})
	test.afterEach(async () => {
		await server?.stop()
		await fs.rm(folder, { recursive: true, force: true })
	})

	test('a visitor who tries too often is told so, and nothing typed is lost', async ({ page, sql, request }) => {
		const salon = await openSalon(sql)
		await holdCut(page, salon, server?.url)
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill('joerg@example.org')
		await page.getByLabel('Nachricht an den Betrieb').fill('Äußerst kurz, bitte.')
		const fields = { intent: 'confirm', name: 'Eile', email: 'eile@example.org', phone: '', note: '', website: '' }
		const headers = { origin: new URL(page.url()).origin }
		let last = 0
		for (let attempt = 0; attempt < 45 && last !== 429; attempt++)
			last = (await request.post(page.url(), { form: fields, headers })).status()
		expect(last).toBe(429)
		await order(page)
		await expect(page.getByText(TOO_OFTEN)).toBeVisible()
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jörg Weiß')
		await expect(page.getByLabel('Nachricht an den Betrieb')).toHaveValue('Äußerst kurz, bitte.')
		expect(await sql`select id from appointments where location_id = ${salon.id} and state = 'confirmed'`).toHaveLength(
			0,
		)
	})

	test('an address with too many bookings is refused at its field, and the time stays held', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const address = `viele-${salon.id.slice(0, 8)}@example.org`
		for (let booking = 0; booking < 6; booking++)
			await sql`select internal.spend(internal.recipient_budgets(${address}, 6, 10, 'booking'))`
		await holdCut(page, salon, server?.url)
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill(address)
		await order(page)
		await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription(/wurde heute schon oft gebucht/)
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jörg Weiß')
		await expect(page.getByText(/Wir halten diese Zeit bis/)).toBeVisible()
		await accessible(page)
		await page.getByLabel('E-Mail').fill(`andere-${salon.id.slice(0, 8)}@example.org`)
		await order(page)
		await page.waitForURL(/booking-success/)
	})

	test('a visitor who holds too often is told so on the page and in JSON, and the times stay visible', async ({
		page,
		sql,
		request,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const url = `${server?.url}/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}`
		await page.goto(url)
		const times = page.getByRole('button', { name: 'Uhr wählen' })
		await expect(times.first()).toBeVisible()
		const shown = await times.count()
		const headers = { accept: 'application/json', origin: new URL(url).origin }
		const tries: number[] = []
		let message = ''
		// A start that is not available counts like any other.
		while (tries.length < 100 && tries.at(-1) !== 429) {
			const answer = await request.post(url, { headers, form: { start: '2031-01-01T03:07:00Z' } })
			tries.push(answer.status())
			message = ((await answer.json()) as { message: string }).message
		}
		expect(tries.at(-1)).toBe(429)
		expect(tries.length).toBeGreaterThan(30)
		expect(tries.slice(0, -1)).not.toContain(429)
		expect(message).toBe(`${TOO_OFTEN} Bitte warten Sie einige Minuten.`)

		await times.first().click()
		await expect(page.getByRole('alert').getByText(TOO_OFTEN)).toBeVisible()
		await expect(times).toHaveCount(shown)
		await accessible(page)
		expect(await sql`select id from appointments where location_id = ${salon.id}`).toHaveLength(0)
	})
})

test('a booking cannot be cancelled or moved after the time in its policy', async ({ page, sql, accessible }) => {
	const salon = await openSalon(sql)
	const id = await bookCut(page, salon)
	await page.goto(`/booking/${id}/absagen`)
	await expect(page.getByRole('button', { name: 'Verbindlich absagen' })).toBeVisible()
	// The deadline passes while the page is open.
	await sql`update appointments set cancellation_hours = 720 where id = ${id}`
	await page.getByLabel('Grund').fill('Krank')
	await page.getByRole('button', { name: 'Verbindlich absagen' }).click()
	await expect(page.getByText('Die Frist zum Absagen und Verschieben ist vorbei.')).toBeVisible()
	await page.goto(`/booking/${id}/absagen`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Online lässt sich dieser Termin nicht mehr absagen.',
	)
	await expect(page.getByText('030 1234567').first()).toBeVisible()
	await accessible(page)
	await page.goto(`/booking/${id}`)
	await expect(page.getByRole('link', { name: 'Termin absagen' })).toHaveCount(0)
	const [row] = await sql`select state from appointments where id = ${id}`
	expect(row?.state).toBe('confirmed')
})

test('a signed-in customer finds their data filled in and the booking among their appointments', async ({
	page,
	sql,
}) => {
	const salon = await openSalon(sql)
	await page.goto('/auth/login')
	await page.getByLabel('E-Mail').fill(MIA.email)
	await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await page.waitForURL(/profile/)
	const [profile] = await sql<{ name: string }[]>`select name from profiles
		join auth.users on users.id = profiles.id where users.email = ${MIA.email}`
	await holdCut(page, salon)
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue(String(profile?.name))
	await expect(page.getByLabel('E-Mail')).toHaveValue(MIA.email)
	await order(page)
	await page.waitForURL(/booking-success/)
	await sql`update locations set state = 'paused' where id = ${salon.id}`
	await page.goto('/profile')
	const coming = page.getByRole('region', { name: 'Kommende Termine' })
	await expect(coming.getByRole('listitem').filter({ hasText: 'Salon Löwe, Berlin' })).toHaveCount(1)
	const [booked] = await sql`select user_id is not null as own from appointments
		where location_id = ${salon.id} and state = 'confirmed'`
	expect(booked?.own).toBe(true)
})
