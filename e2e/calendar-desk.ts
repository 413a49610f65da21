import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Sql, TransactionSql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import type { Salon } from './booking-salon.ts'

/** Enters an appointment by hand, at a wall time of the salon. */
export async function book(sql: Sql, salon: Salon, person: string, wall: string, name: string, service = salon.cut) {
	const [row] = await sql.begin(async (own) => {
		await asOwner(own)
		return own`select create_appointment(${salon.id}, ${[service]}::uuid[],
			(${wall}::timestamp at time zone 'Europe/Berlin'), ${person},
			${own.json({ name, email: '', phone: '030 1234567' })}, '', false, ${randomUUID()}) as made`
	})
	return String(row?.made.id)
}

/** Blocks time between two wall times of the salon. */
export async function block(sql: Sql, salon: Salon, person: string, from: string, to: string, title = 'Pause') {
	await sql.begin(async (own) => {
		await asOwner(own)
		await own`select block_time(${salon.id}, (${from}::timestamp at time zone 'Europe/Berlin'),
			(${to}::timestamp at time zone 'Europe/Berlin'), ${person}, null, ${title})`
	})
}

/** A course of four seats between two wall times of the salon, one of them booked for each of these addresses, '' for somebody with a phone only. */
export async function course(
	sql: Sql,
	salon: Salon,
	person: string,
	[from, to]: [string, string],
	title: string,
	emails: string[],
) {
	return await sql.begin(async (own) => {
		await asOwner(own)
		const [made] = await own`select id from create_event(${salon.id}, ${salon.talk}, ${person},
			(${from}::timestamp at time zone 'Europe/Berlin'), (${to}::timestamp at time zone 'Europe/Berlin'), 4, null, ${title})`
		for (const [index, email] of emails.entries())
			await own`select add_participant(${String(made?.id)}, 1,
				${own.json({ name: `Gast ${index + 1}`, email, phone: email ? '' : '030 7654321' })}, '', false)`
		return String(made?.id)
	})
}

async function asOwner(sql: TransactionSql): Promise<void> {
	const claims = JSON.stringify({ sub: SALON_ANNA.owner.userId, role: 'authenticated', aal: 'aal1' })
	await sql`select set_config('request.jwt.claims', ${claims}, true)`
	await sql`set local role authenticated`
}

/** Date and wall time of its start. */
export async function startOf(sql: Sql, id: string): Promise<string> {
	const [row] = await sql`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as at
		from appointments where id = ${id}`
	return String(row?.at)
}

/** Its position on the screen. */
export async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
	const box = await part.boundingBox()
	if (!box) throw new Error('It is not on the page.')
	return box
}

/** Waits until the open calendar is live and hydrated. */
export async function openCalendar(page: Page, query: string): Promise<void> {
	await page.goto(`/admin/calendar?${query}`)
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
	// First waits for the reload that the subscription causes.
	await page.waitForLoadState('networkidle')
}
