import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { type FakeStripe, startFakeStripe } from '../supabase/tests/money/stripe/server.ts'
import { openAccount } from '../supabase/tests/money/stripe/state.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test as base } from './fixtures.ts'
import { embeddedUrl } from './global-setup.ts'
import { freePort, startServerProcess } from './server-process.ts'

export type Shop = { url: string; fake: FakeStripe; folder: string }

/** The journeys of payments with Stripe: a server with data of its own, which takes the fake for Stripe and hears everything twice. */
export const test = base.extend<{ sql: Sql }, { shop: Shop }>({
	shop: [
		async ({}, use) => {
			const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-stripe-'))
			const port = await freePort()
			const fake = await startFakeStripe(`http://localhost:${port}/hooks/payments/stripe`)
			fake.delivery.times = 2
			const { secretKey, webhookSecret } = fake.settings
			const server = await startServerProcess(folder, {
				...{ PORT: String(port), PAYMENTS: 'stripe', STRIPE_API_BASE: fake.base },
				...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
			})
			await use({ url: server.url, fake, folder })
			await server.stop()
			await fake.stop()
			await fs.rm(folder, { recursive: true, force: true })
		},
		{ scope: 'worker', timeout: 180_000 },
	],
	baseURL: async ({ shop }, use) => use(shop.url),
	sql: async ({ shop }, use) => {
		const sql = postgres(await embeddedUrl(shop.folder), { max: 2, onnotice: () => undefined })
		await use(sql)
		await sql.end({ timeout: 1 })
	},
})
export { expect }

/** A salon that takes a fifth of each price through Stripe. */
export async function openStripeSalon(sql: Sql, { state }: FakeStripe): Promise<Salon> {
	const salon = await openSalon(sql)
	const account = openAccount(state)
	Object.assign(account, { status: 'active', missing: [] })
	await sql`insert into payment_accounts (id, company_id, provider, ref, test, state)
		select ${randomUUID()}, company_id, 'stripe', ${account.id}, true, 'active' from locations where id = ${salon.id}`
	await sql`insert into payment_rules (location_id, mode, percent) values (${salon.id}, 'deposit', 20)`
	return salon
}
