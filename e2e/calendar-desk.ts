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
