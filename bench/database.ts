import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { prepareServices } from '#backend/postgres/services.ts'
import { readSchemas } from '#scripts/schemas.ts'
import { seedReference } from '#supabase/seeds/reference.ts'

export type BenchDatabase = { sql: Sql; url: string; cpuSeconds(): Promise<number>; stop(): Promise<void> }

/** A temporary PostgreSQL with default durability, the whole schema and the reference data. */
export async function openBenchDatabase(clients: number): Promise<BenchDatabase> {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-bench-'))
	const cluster = path.join(folder, 'postgres')
	const server = await startEmbeddedPostgres({ dir: cluster })
	const sql = postgres(server.url, { max: clients, onnotice: () => undefined })
	await prepareServices(sql)
	await sql.unsafe(await readSchemas())
	await seedReference(sql)
	const postmaster = Number((await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
	return {
		sql,
		url: server.url,
		cpuSeconds: () => cpuSecondsBelow(postmaster),
		async stop() {
			await sql.end({ timeout: 1 })
			await server.stop()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}

// For living processes the scheduler counts nanoseconds. The postmaster's own row holds the time of its ended children, in ticks
// of 10 ms.
async function cpuSecondsBelow(postmaster: number): Promise<number> {
	let seconds = 0
	for (const pid of (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
		const fields = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.map(Number)
		if (Number(pid) !== postmaster && fields[1] !== postmaster) continue
		const [nanoseconds = '0'] = (await fs.readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ')
		seconds += Number(nanoseconds) / 1e9
		if (Number(pid) === postmaster) seconds += ((fields[13] ?? 0) + (fields[14] ?? 0)) / 100
	}
	return seconds
}

/** The median. */
export function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
