import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { prepareServices } from '#backend/postgres/services.ts'
import { readSchemas } from '#scripts/schemas.ts'
import { seedReference } from '#supabase/seeds/reference.ts'
import { type BookableLocation, createBookableLocation } from './bookable-location.ts'

const ROUNDS = 3
const CLIENTS = 6
const WANTED = 40

// A server of its own, because the test crashes it.
let folder: string
let server: EmbeddedPostgres

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-crash-'))
	server = await start()
}, 60_000)

afterAll(async () => {
	await server.stop()
	await fs.rm(folder, { recursive: true, force: true })
})

it('a crash of the database loses no confirmed booking, although holds do not wait for the disk', async () => {
	await onDatabase(async (sql) => {
		await prepareServices(sql)
		await sql.unsafe(await readSchemas())
		await seedReference(sql)
	})
	const place = await createBookableLocation(server.url, ROUNDS * 400)
	const acknowledged: string[] = []
	const starts = [...place.starts]
	for (let round = 0; round < ROUNDS; round++) {
		const target = acknowledged.length + WANTED
		await onDatabase(async (sql) => {
			const clients = Array.from({ length: CLIENTS }, () => bookUntilLost(sql, place, starts, acknowledged))
			for (let waited = 0; waited < 6_000 && acknowledged.length < target; waited++) await sleep(5)
			await crash()
			await Promise.all(clients)
		})
		server = await start()
	}
	await onDatabase(async (sql) => {
		const rows = await sql<{ id: string }[]>`select id from appointments where state = 'confirmed'`
		const kept = new Set(rows.map((row) => row.id))
		expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WANTED)
		expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
		const [overlaps] = await sql`select count(*)::int as total from occupancies a join occupancies b
			on a.subject = b.subject and (a.source, a.position) < (b.source, b.position) and a.minutes && b.minutes`
		expect(overlaps?.total).toBe(0)
		expect(await sql`select * from internal.index_differences()`).toEqual([])
	})
}, 180_000)

function start(): Promise<EmbeddedPostgres> {
	return startEmbeddedPostgres({ dir: path.join(folder, 'postgres') })
}

async function onDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
	const sql = postgres(server.url, { max: CLIENTS, onnotice: () => undefined })
	try {
		await work(sql)
	} finally {
		await sql.end({ timeout: 1 })
	}
}

/** Kills all processes of the server at once, so that nothing more is written to disk. */
async function crash(): Promise<void> {
	const file = path.join(folder, 'postgres', 'postmaster.pid')
	process.kill(Number((await fs.readFile(file, 'utf8')).split('\n')[0]), 'SIGQUIT')
}

/** Holds and confirms, sometimes only holds, until the database is lost. */
async function bookUntilLost(
	sql: Sql,
	place: BookableLocation,
	starts: string[],
	acknowledged: string[],
): Promise<void> {
	for (let startsAt = starts.shift(); startsAt; startsAt = starts.shift()) {
		const secret = randomUUID()
		const hash = createHash('sha256').update(secret).digest('hex')
		try {
			const [row] =
				await sql`select hold_appointment(${place.location}, ${[place.service]}::uuid[], ${startsAt}, null, ${hash}) as held`
			const id = row?.held.id as string
			if (starts.length % 3 === 0) continue
			const contact = { name: 'Kundin', email: `${id}@kundin.example`, phone: '', note: '' }
			await sql`select confirm_appointment(${id}, ${secret}, ${sql.json(contact)})`
			acknowledged.push(id)
		} catch {
			return
		}
	}
}

function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
