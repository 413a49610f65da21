import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { EXPORTS, IMPORTS } from '#app/features/transfers/archive.ts'
import { carryOutTransfers } from '#app/features/transfers/transfers.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import postgres from '#backend/postgres/driver.ts'
import { seedDatabase } from '../../seeds/seed.ts'
import { createTestDatabase } from '../database.ts'
import { openTestServices } from '../services.ts'

/** A whole installation with its own database and files, with the demo or empty. */
export async function openInstallation(kind: 'demo' | 'empty') {
	const database = await createTestDatabase()
	const sql: Sql = postgres(database.url, { max: 5, onnotice: () => undefined })
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'transfers-'))
	const storageDir = path.join(folder, 'storage')
	await seedDatabase(sql, { kind, storageDir, progress: () => undefined })
	const services = await openTestServices(database.url, 5, storageDir)
	return {
		...{ sql, keys: services.keys, storageDir },
		services: { supabase: services.supabase } as unknown as AppServices,
		async close() {
			await services.close()
			await sql.end({ timeout: 1 })
			await database.drop()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}
export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Runs a verb as a signed-in person. */
export const as = (place: Installation, user: string, text: string, values: unknown[]) =>
	place.sql.begin(async (sql) => {
		await sql`select set_config('role', 'authenticated', true),
			set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: user })}, true)`
		const [row] = await sql.unsafe(`select ${text} as answer`, values as never[])
		return row?.answer as string
	})

/** Exports a company as its owner would, and gives the file. */
export async function exportOf(place: Installation, company: string, owner: string): Promise<Blob> {
	const id = await as(place, owner, 'public.ask_for_export($1)', [company])
	await carryOutTransfers(place.services)
	const [done] =
		await place.sql`select state, fault, bytes, done_rows = all_rows as whole from public.transfers where id = ${id}`
	const { data } = await serverClient(place.services).storage.from(EXPORTS).download(`${company}/${id}.zip`)
	if (done?.state !== 'done' || !done.whole || Number(done.bytes) !== data?.size) throw new Error(JSON.stringify(done))
	return data
}

/** An empty company with its owner. */
export async function newCompany(place: Installation): Promise<{ owner: string; company: string }> {
	const owner = randomUUID()
	await place.sql`insert into auth.users (id, email, email_confirmed_at) values (${owner}, ${`${owner}@example.org`}, now())`
	const company = await as(place, owner, `public.create_company('Neuer Name')`, [])
	return { owner, company }
}

/** Imports a file into a new company; `fault` says what was wrong with it. */
export async function importInto(
	place: Installation,
	file: Blob,
): Promise<{ owner: string; company: string; fault: string }> {
	const { owner, company } = await newCompany(place)
	const id = randomUUID()
	const client = serverClient(place.services)
	await client.storage
		.from(IMPORTS)
		.upload(`${company}/${id}.zip`, file.stream(), { contentType: 'application/zip', duplex: 'half' })
	await as(place, owner, 'public.ask_for_import($1, $2)', [company, id])
	await carryOutTransfers(place.services)
	const [{ fault } = {}] = await place.sql`select fault from public.transfers where id = ${id}`
	return { owner, company, fault }
}
