// How much CPU of server and client free times cost, next to a primary-key lookup through the same connection, interleaved.
// `npm run bench -- availability`; Linux only (reads /proc). Prints medians.
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { createTemplate, createTestDatabase } from '../supabase/tests/database.ts'
import { type Employee, type Ids, insertWorld } from '../supabase/tests/availability/world.ts'

const NOW = '2026-03-10T06:00:00Z'
const ROUNDS = 25

type Task = { name: string; calls: number; run: () => Promise<{ length: number }> }

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-bench-'))
const server = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), settings: { fsync: 'off' } })
process.env.TEST_DATABASE_URL = server.url
await createTemplate(server.url)
const database = await createTestDatabase()
const sql = postgres(database.url, { max: 1 })
try {
	await measure(await tasks(await insertWorld(sql, world())))
} finally {
	await sql.end()
	await database.drop()
	await server.stop()
	await fs.rm(folder, { recursive: true, force: true })
}

/** Ten employees with a lunch break, six days a week, four bookings a day for 60 days. */
function world() {
	const hours = [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
		{ weekday, starts: '09:00', ends: '13:00' },
		{ weekday, starts: '14:00', ends: '19:00' },
	])
	const employees = Array.from({ length: 10 }, (_, index): Employee => {
		return { position: index, hours, booked: bookings(index), offers: [{ service: 0 }] }
	})
	return {
		...{ zone: 'Europe/Berlin', grid: 15, notice: 60, horizon: 90, employees },
		services: [{ duration: 45, after: 10 }],
		exceptions: [{ kind: 'closed' as const, starts: '2026-04-03T00:00', ends: '2026-04-07T00:00' }],
	}
}

function bookings(employee: number) {
	const first = Temporal.Instant.from('2026-03-10T08:00:00Z')
	return Array.from({ length: 240 }, (_, index) => {
		const minutes = Math.floor(index / 4) * 1440 + (index % 4) * 135 + ((employee * 25 + index * 35) % 75)
		const starts = first.add({ minutes })
		return { occupied: [[starts.toString(), starts.add({ minutes: 55 }).toString()] as [string, string]] }
	})
}

async function tasks(ids: Ids): Promise<Task[]> {
	await sql`select set_config('zeitplatz.now', ${NOW}, false)`
	await sql`select internal.refresh_days(${ids.location}), internal.refresh_listing(${ids.location})`
	await sql`analyze`
	const service = ids.services.slice(0, 1)
	const one = ids.employees[0] ?? ''
	const [free] = await sql<
		{ starts_at: Date }[]
	>`select starts_at from next_starts(${ids.location}, ${service}, ${one}, null, 1, ${NOW})`
	const at = free?.starts_at ?? new Date()
	const starts = (employee: string | null, to: string) => () =>
		sql`select starts_at from available_starts(${ids.location}, ${service}, ${employee}, '2026-03-10', ${to}, ${NOW})`
	const computed = (employee: string | null, to: string) => () =>
		sql`select starts_at from internal.computed_starts(${ids.location}, ${service}, ${employee}, '2026-03-10', ${to}, ${NOW})`
	return [
		{ name: 'primary key', calls: 200, run: () => sql`select id, name from locations where id = ${ids.location}` },
		{ name: '1 employee x 30 days', calls: 40, run: starts(one, '2026-04-08') },
		{ name: '10 employees x 60 days', calls: 4, run: starts(null, '2026-05-08') },
		{ name: 'without index, 1 x 30', calls: 40, run: computed(one, '2026-04-08') },
		{ name: 'without index, 10 x 60', calls: 4, run: computed(null, '2026-05-08') },
		{
			name: 'next 3 starts, anyone',
			calls: 40,
			run: () => sql`select * from next_starts(${ids.location}, ${service}, null, null, 3, ${NOW})`,
		},
		{
			name: 'plan, 1 employee',
			calls: 40,
			run: () => sql`select * from internal.plan_visit(${ids.location}, ${service}, ${one}, ${at}, ${NOW})`,
		},
		{
			name: 'plan, anyone',
			calls: 40,
			run: () => sql`select * from internal.plan_visit(${ids.location}, ${service}, null, ${at}, ${NOW})`,
		},
	]
}

async function measure(all: Task[]): Promise<void> {
	const cpu = await serverClock(sql)
	const times = new Map(
		all.map((task) => [
			task.name,
			{ server: [] as number[], client: [] as number[], elapsed: [] as number[], rows: 0 },
		]),
	)
	for (let round = 0; round < ROUNDS; round++) {
		for (const task of all) {
			const [before, used, started] = [await cpu(), process.cpuUsage(), performance.now()]
			let rows = 0
			for (let call = 0; call < task.calls; call++) rows = (await task.run()).length
			const time = times.get(task.name)
			// The first rounds warm up plans and caches.
			if (!time || round < 5) continue
			const { user, system } = process.cpuUsage(used)
			time.elapsed.push((performance.now() - started) / task.calls)
			time.client.push((user + system) / 1000 / task.calls)
			time.server.push(((await cpu()) - before) / task.calls)
			time.rows = rows
		}
	}
	const limit = median(times.get('primary key')?.server ?? [])
	for (const [name, { server, client, elapsed, rows }] of times) {
		const cost = median(server)
		console.log(
			`${name.padEnd(24)} ${String(rows).padStart(5)} rows  CPU ms: server ${cost.toFixed(3).padStart(7)}, client ${median(client).toFixed(3).padStart(7)}  elapsed ${median(elapsed).toFixed(3).padStart(7)} ms` +
				`  ${(1000 / cost).toFixed(0).padStart(6)} calls per CPU second  ${(cost / limit).toFixed(1).padStart(6)} primary-key lookups`,
		)
	}
}

/** Milliseconds of CPU that the server process of this connection has used. */
async function serverClock(sql: Sql): Promise<() => Promise<number>> {
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	return async () => Number((await fs.readFile(`/proc/${row?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
