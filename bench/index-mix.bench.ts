import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import postgres from '#backend/postgres/driver.ts'
import { startServerProcess } from '../e2e/server-process.ts'
import { createRandom, type Random } from '#supabase/seeds/demo/random.ts'
import { openLarge } from './large.ts'

// The index of free time under a mix: 32 clients hold, confirm, cancel and move through two server processes on one database.
// Meanwhile holds expire, and working hours, absences and people change at a few locations, so that the changes meet. Then every row
// is compared with a fresh computation; none may differ. `npm run bench -- index-mix`; `node bench/index-mix.bench.ts --operations
// 10000`.
const { values } = parseArgs({
	options: {
		...{ locations: { type: 'string', default: '200' }, operations: { type: 'string', default: '10000' } },
		...{ clients: { type: 'string', default: '32' }, places: { type: 'string', default: '6' } },
	},
})
const OPERATIONS = Number(values.operations)
const CLIENTS = Number(values.clients)
const database = await openLarge({ locations: Number(values.locations) })
const sql = postgres(database.url, { max: 8, onnotice: () => undefined })
const KEY = 'sb_publishable_index-mix'
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-mix-'))
const servers = await Promise.all(
	['one', 'other'].map((name) =>
		startServerProcess(path.join(folder, name), {
			...{ SEED: 'empty', DATABASE_URL: database.url, SUPABASE_PUBLISHABLE_KEY: KEY },
		}),
	),
)
const visitors = servers.map(({ url }) => createClient(url, KEY, { auth: { persistSession: false } }))

/** All requested days are full. */
class NothingFree extends Error {}

/** The reason why a server refused a visitor's request. */
class Refused extends Error {}

/** Makes a visitor's call through one of the servers. */
async function ask<T>(random: Random, name: string, args: Record<string, unknown>): Promise<T> {
	const { data, error } = await random.pick(visitors).rpc(name, args)
	if (error) throw new Refused(error.code === 'P0001' ? error.message : error.code)
	return data as T
}

type Location = { id: string; service: string; employees: string[] }
type Booked = { id: string; secret: string; place: Location }
const booked: Booked[] = []
const done = new Map<string, number>()
const refused = new Map<string, number>()

async function differences(): Promise<number> {
	const [row] = await sql<{ count: number }[]>`select count(*)::int as count from internal.index_differences(null)`
	return row?.count ?? Number.NaN
}

async function operate(random: Random, place: Location): Promise<void> {
	const [name, run] = random.weighted(Object.entries(OPERATIONS_BY_NAME), ([key]) => WEIGHTS[key] ?? 0)
	try {
		await run(random, place)
		done.set(name, (done.get(name) ?? 0) + 1)
	} catch (error) {
		if (!(error instanceof postgres.PostgresError || error instanceof NothingFree || error instanceof Refused))
			throw error
		const code = error instanceof postgres.PostgresError ? error.code : error.message
		refused.set(code, (refused.get(code) ?? 0) + 1)
	}
}

const WEIGHTS: Record<string, number> = {
	hold: 20,
	confirm: 30,
	cancel: 18,
	move: 12,
	lapse: 6,
	hours: 6,
	absence: 6,
	employee: 2,
}

const OPERATIONS_BY_NAME: Record<string, (random: Random, place: Location) => Promise<unknown>> = {
	hold: (random, place) => hold(random, place),
	async confirm(random, place) {
		const held = await hold(random, place)
		const contact = { name: 'Messkundin', email: 'messung@kundin.example', phone: '', note: '' }
		await ask(random, 'confirm_appointment', { p_appointment: held.id, p_secret: held.secret, p_contact: contact })
		booked.push(held)
	},
	async cancel(random) {
		const one = booked.splice(random.between(0, booked.length), 1)[0]
		if (one)
			await ask(random, 'cancel_appointment', { p_appointment: one.id, p_secret: one.secret, p_reason: 'Messung' })
	},
	async move(random) {
		const one = booked[random.between(0, booked.length)]
		if (!one) return
		const start = await freeStart(random, one.place)
		await ask(random, 'reschedule_appointment', { p_appointment: one.id, p_starts_at: start, p_secret: one.secret })
	},
	async lapse(random, place) {
		const held = await hold(random, place)
		await sql.begin(async (transaction) => {
			await transaction`update holds set expires_at = now() - interval '1 second' where id = ${held.id}`
			await transaction`update occupancies set expires_at = now() - interval '1 second' where source = ${held.id}`
		})
	},
	async hours(random, place) {
		const starts = `${String(random.between(7, 11)).padStart(2, '0')}:00`
		await sql`update working_hours set starts = ${starts} where id = (
			select id from working_hours where employee_id = ${random.pick(place.employees)} and ends > '12:00' order by random() limit 1)`
	},
	async absence(random, place) {
		const from = new Date(Date.now() + random.between(1, 40) * 86_400_000).toISOString().slice(0, 10)
		const employee = random.chance(0.7) ? random.pick(place.employees) : null
		if (random.chance(0.5))
			return sql`delete from exceptions where id = (
				select id from exceptions where location_id = ${place.id} and reason = 'Messung' order by random() limit 1)`
		return sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason) values (${place.id}, ${employee},
			${random.pick(['closed', 'open'])}, ${`${from} 08:00`}, ${`${from} ${random.between(10, 20)}:00`}, 'Messung')`
	},
	employee: (random, place) => sql`update employees set active = not active where id = ${random.pick(place.employees)}`,
}

async function hold(random: Random, place: Location): Promise<Booked> {
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const start = await freeStart(random, place)
	const held = await ask<{ id: string }>(random, 'hold_appointment', {
		...{ p_location: place.id, p_services: [place.service], p_starts_at: start, p_secret_hash: hash },
	})
	return { id: held.id, secret, place }
}

/** One of the next free starts of some day, which another client can take in the meantime. */
async function freeStart(random: Random, place: Location): Promise<string> {
	const from = new Date(Date.now() + random.between(1, 20) * 86_400_000)
	const starts = await ask<{ starts_at: string }[]>(random, 'next_starts', {
		...{ p_location: place.id, p_services: [place.service], p_from: from, p_limit: 12 },
	})
	const start = starts[random.between(0, Math.max(0, starts.length - 1))]
	if (!start) throw new NothingFree('nothing_free')
	return start.starts_at
}

try {
	const places = await sql<Location[]>`
		select location.id, (select id from services where location_id = location.id order by position limit 1) as service,
			array(select id from employees where location_id = location.id) as employees
		from locations location order by md5(location.id::text) limit ${Number(values.places)}`
	const before = await differences()
	const started = performance.now()
	let left = OPERATIONS
	await Promise.all(
		Array.from({ length: CLIENTS }, async (_, client) => {
			const random = createRandom(`client ${client}`)
			while (left-- > 0) await operate(random, random.pick([...places]))
		}),
	)
	const seconds = (performance.now() - started) / 1000
	const after = await differences()
	console.log(
		`${OPERATIONS} operations by ${CLIENTS} clients of ${servers.length} servers at ${places.length} locations in ${seconds.toFixed(1)} s`,
	)
	for (const [name, count] of done) console.log(`  ${name.padEnd(12)} ${String(count).padStart(6)}`)
	for (const [code, count] of refused) console.log(`  refused: ${code.padEnd(24)} ${String(count).padStart(6)}`)
	console.log(`stale rows before ${before}, after ${after}`)
	if (after > 0) process.exitCode = 1
} finally {
	await sql.end({ timeout: 5 })
	for (const server of servers) await server.stop()
	await database.stop()
	await fs.rm(folder, { recursive: true, force: true })
}
