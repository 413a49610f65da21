import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

// Two servers with limits, on the data of the one without, in each mode. All requests come from 127.0.0.1, so the tests
// run one after the other.
test.describe.configure({ mode: 'serial' })
test.slow()

let folder: string
let servers: ServerProcess[] = []
test.beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-budget-'))
	const given = JSON.parse(String(process.env.E2E_SETTINGS)) as Record<string, string>
	const settings = given.SUPABASE_URL ? given : { DATABASE_URL: String(process.env.E2E_DATABASE_URL) }
	for (const name of ['one', 'two']) {
		await fs.mkdir(path.join(folder, name))
		// With other keys it would change the database password that the first server uses.
		await fs
			.copyFile(path.join(String(process.env.E2E_DATA_DIR), 'keys.json'), path.join(folder, name, 'keys.json'))
			.catch(() => undefined)
		// Its jobs send mails of the same database, where other tests look for them.
		await fs.symlink(String(process.env.E2E_MAILBOX), path.join(folder, name, 'mailbox'))
		servers.push(await startServerProcess(path.join(folder, name), { ...settings, RATE_LIMITS: 'true' }))
	}
})
test.afterAll(async () => {
	for (const server of servers) await server.stop()
	servers = []
	await fs.rm(folder, { recursive: true, force: true })
})
test.beforeEach(async ({ sql }) => {
	await sql`delete from internal.hold_budget`
})

/** Starts far enough apart that no daily limit is reached: two of Anna's on each of several days. */
async function startsOf(sql: Sql, salon: Salon, count: number): Promise<string[]> {
	const rows = await sql<{ starts_at: Date }[]>`
		select starts_at from (
			select starts_at, row_number() over (partition by starts_at::date order by starts_at) as nth
			from available_starts(${salon.id}, ${[salon.cut]}::uuid[], ${salon.anna}, current_date + 2, current_date + 20)) times
		where nth in (1, 9) order by 1 limit ${count}`
	return rows.map(({ starts_at }) => starts_at.toISOString())
}

type Answer = { status: number; again: string | null; code?: string; message?: string }

/** Asks for a hold like a visitor who keeps no cookies. */
async function holdOnPage(
	server: ServerProcess | undefined,
	salon: Salon,
	start: string,
	headers = {},
): Promise<Answer> {
	const answer = await fetch(`${server?.url}/listings/${salon.slug}/booking?employee=${salon.anna}`, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
		body: JSON.stringify({ service: salon.cut, start }),
	})
	const body = (await answer.json()) as { code?: string; message?: string }
	return { status: answer.status, again: answer.headers.get('retry-after'), ...body }
}

test('through pages, one address can hold six times on all servers together; then the page says when to try again', async ({
	page,
	sql,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const starts = await startsOf(sql, salon, 10)
	const forged = { 'x-forwarded-for': '203.0.113.1', 'x-zeitplatz-visitor': 'v1.MjAzLjAuMTEzLjE.1.x' }
	const answers: Answer[] = []
	for (const [index, start] of starts.entries())
		answers.push(await holdOnPage(servers[index % 2], salon, start, index > 7 ? forged : {}))
	expect(answers.map(({ status }) => status)).toEqual([...Array<number>(6).fill(200), ...Array<number>(4).fill(429)])
	expect(answers.at(-1)?.code).toBe('too_many_holds_here')
	expect(answers.at(-1)?.message).toMatch(/gerade schon viele Zeiten reserviert.*in (\d+|einer) Minuten? noch einmal/)
	expect(Number(answers.at(-1)?.again)).toBeGreaterThan(60)

	await page.goto(`${servers[0]?.url}/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.ben}`)
	const times = page.getByRole('button', { name: 'Uhr wählen' })
	const shown = await times.count()
	const answered = page.waitForResponse((response) => response.request().method() === 'POST')
	await times.first().click()
	expect((await answered).headers()['retry-after']).toBeDefined()
	const alert = page.getByRole('alert')
	await expect(alert.getByText('gerade schon viele Zeiten reserviert')).toBeVisible()
	await expect(alert.getByText('030 1234567')).toBeVisible()
	await expect(times).toHaveCount(shown)
	await accessible(page, 390, 1280)
	if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'budget.png') })
	expect(await sql`select id from holds where location_id = ${salon.id}`).toHaveLength(6)
	// A server without limits accepts further holds.
	const free = { url: String(process.env.E2E_URL) } as ServerProcess
	expect((await holdOnPage(free, salon, String(starts[6]))).status).toBe(200)
})
