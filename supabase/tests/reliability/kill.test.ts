import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/database.types.ts'
import postgres from '#backend/postgres/driver.ts'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { buildIfNeeded } from '#scripts/build.ts'
import { type ServerProcess, startServerProcess } from '../../../e2e/server-process.ts'
import { createBookableLocation } from './bookable-location.ts'

// Each round waits for a new server; `npm run fuzz` kills more often.
const ROUNDS = runs(4).numRuns
const BOOKINGS = 50

let dataDir: string
let server: ServerProcess | undefined

beforeAll(async () => {
	await buildIfNeeded()
	dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-kill-'))
}, 120_000)

afterAll(async () => {
	await server?.stop()
	await fs.rm(dataDir, { recursive: true, force: true })
})

it(
	'keeps every confirmed booking through kills of the server, duplicates none, and mails only what happened',
	async () => {
		server = await start()
		const place = await createBookableLocation(await databaseUrl(), ROUNDS * BOOKINGS)
		const acknowledged = new Set<string>()
		for (let round = 0; round < ROUNDS; round++) {
			const client = await clientOf(server.url)
			const starts = place.starts.slice(round * BOOKINGS, (round + 1) * BOOKINGS)
			const booking = Promise.all(starts.map((startsAt) => book(client, place, startsAt, acknowledged)))
			// Kills in the middle of the work, at another point each round, however fast the machine is.
			const target = acknowledged.size + 3 + ((round * 17) % 40)
			for (let waited = 0; waited < 3_000 && acknowledged.size < target; waited++) await sleep(5)
			await server.kill()
			await booking
			server = await start()
		}
		const sql = postgres(await databaseUrl(), { max: 1, onnotice: () => undefined })
		try {
			const confirmed = await sql<
				{ id: string }[]
			>`select id from appointments where state = 'confirmed' and location_id = ${place.location}`
			const ids = new Set(confirmed.map((row) => row.id))
			expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
			expect(acknowledged.size).toBeGreaterThan(BOOKINGS)
			const [overlaps] = await sql`select count(*)::int as total from occupancies a join occupancies b
				on a.subject = b.subject and (a.source, a.position) < (b.source, b.position) and a.minutes && b.minutes`
			expect(overlaps?.total).toBe(0)
			await mailsMatch(ids)
		} finally {
			await sql.end()
		}
	},
	patience(240_000),
)

function start(): Promise<ServerProcess> {
	return startServerProcess(dataDir, { SEED: 'empty' })
}

async function databaseUrl(): Promise<string> {
	const password = (await fs.readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim()
	const port = (await fs.readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
	return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

async function clientOf(url: string): Promise<SupabaseClient<Database>> {
	const { publishable } = JSON.parse(await fs.readFile(path.join(dataDir, 'keys.json'), 'utf8')) as {
		publishable: string
	}
	return createClient<Database>(url, publishable, { auth: { persistSession: false } })
}

type Place = { location: string; service: string; agreed: string }

/** Makes one booking as a visitor does; a booking that the server acknowledged before it died must still exist. */
async function book(
	client: SupabaseClient<Database>,
	place: Place,
	startsAt: string,
	acknowledged: Set<string>,
): Promise<void> {
	const secret = randomUUID()
	const held = await client.rpc('hold_appointment', {
		...{ p_location: place.location, p_services: [place.service], p_starts_at: startsAt },
		p_secret_hash: createHash('sha256').update(secret).digest('hex'),
	})
	if (held.error) return
	const { id } = held.data as { id: string }
	const contact = { name: 'Kundin', email: `${id}@kundin.example`, phone: '', note: '' }
	const confirmed = await client.rpc('confirm_appointment', {
		...{ p_appointment: id, p_secret: secret, p_contact: contact },
		p_early_start: place.agreed,
	})
	if (!confirmed.error) acknowledged.add(id)
}

async function mailsMatch(confirmed: Set<string>): Promise<void> {
	const folder = path.join(dataDir, 'mailbox')
	let mailed = new Set<string>()
	// A message claimed by a killed server comes again once its lease of a minute has ended.
	for (let waited = 0; waited < 100 && mailed.size < confirmed.size; waited++) {
		const files = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
		const mails = await Promise.all(
			files.map(async (name) => JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as { to: string }),
		)
		mailed = new Set(
			mails.filter((mail) => mail.to.endsWith('@kundin.example')).map((mail) => mail.to.split('@')[0] as string),
		)
		await sleep(1_000)
	}
	expect([...confirmed].filter((id) => !mailed.has(id))).toEqual([])
	expect([...mailed].filter((id) => !confirmed.has(id))).toEqual([])
}

function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
