import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEMO_PASSWORD, MIA, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { inDatabase, runScript } from '../supabase/tests/reliability/commands.ts'
import { RELEASED, unpackWorld } from '../supabase/tests/reliability/released-worlds.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { startServerProcess } from './server-process.ts'
import { order } from './order.ts'

for (const version of RELEASED) {
	test(`a salon of ${version} works with this program: its calendar, its customer, a new guest`, async ({
		browser,
	}) => {
		test.skip(process.env.E2E_MODE !== 'embedded', 'Backups are restored into the embedded database here.')
		const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-upgrade-'))
		const world = await unpackWorld(version, path.join(dataDir, 'world'))
		await runScript('restore', [world], { DATA_DIR: dataDir })
		const server = await startServerProcess(dataDir, { SEED: 'empty' })
		try {
			const day = await inDatabase(dataDir, async (sql) => {
				const [row] = await sql<{ day: string }[]>`select (starts_at at time zone 'Europe/Berlin')::date::text as day
					from appointments where contact_name = 'Jörg Weiß'`
				return String(row?.day)
			})
			const openPage = async () => (await browser.newContext({ baseURL: server.url, locale: 'de-DE' })).newPage()

			const owner = await openPage()
			await owner.goto('/auth/login-company')
			await signIn(owner, SALON_ANNA.owner.email, DEMO_PASSWORD)
			await owner.waitForURL(/\/admin/)
			await owner.goto(`/admin/calendar?tag=${day}`)
			await expect(owner.getByText('Jörg Weiß').first()).toBeVisible()

			const customer = await openPage()
			await customer.goto('/auth/login')
			await signIn(customer, MIA.email, DEMO_PASSWORD)
			await customer.waitForURL('/profile')
			await expect(customer.getByRole('heading', { level: 1 })).toContainText(MIA.name)

			const guest = await openPage()
			await guest.goto(`/listings/${SALON_ANNA.slug}/booking?service=${SALON_ANNA.cut.serviceId}`)
			await guest.getByRole('link', { name: 'Egal wer' }).click()
			await guest.getByRole('button', { name: 'Uhr wählen' }).last().click()
			await guest.getByLabel('Name', { exact: true }).fill('Karla Groß')
			await guest.getByLabel('E-Mail').fill('karla.gross@gast.example')
			await order(guest)
			await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
			for (const page of [owner, customer, guest]) await page.context().close()
		} finally {
			await server.stop()
			await fs.rm(dataDir, { recursive: true, force: true })
		}
	})
}
