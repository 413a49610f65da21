import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { createBookableLocation } from '#supabase/tests/reliability/bookable-location.ts'
import { median, openBenchDatabase } from './database.ts'

// Holding and confirming against the limit of a bare insert with a unique index, 8 clients, rounds alternating.
// CPU is that of all PostgreSQL processes.
const CLIENTS = 8
const ROUNDS = 7
const PER_ROUND = 400

const database = await openBenchDatabase(CLIENTS)
const { sql } = database
await sql`create table bare (employee uuid, at timestamptz, payload text, unique (employee, at))`
const place = await createBookableLocation(database.url, CLIENTS * 4)
const [employee = ''] = place.employees
await sql`update locations set horizon_days = 400`
const first = Date.parse(place.starts[0] ?? '')
let next = 0
const nextStart = (): string => new Date(first + next++ * 15 * 60_000).toISOString()

async function bareInsert(client: Sql): Promise<void> {
	await client`insert into bare values (${employee}, ${nextStart()}, 'x')`
}

async function hold(client: Sql): Promise<{ id: string; secret: string }> {
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const [row] =
		await client`select hold_appointment(${place.location}, ${[place.service]}::uuid[], ${nextStart()}, null, ${hash}) as held`
	if (!row) throw new Error('hold_appointment answered nothing')
	return { id: row.held.id, secret }
}

async function holdAndConfirm(client: Sql): Promise<void> {
	const { id, secret } = await hold(client)
	const contact = { name: 'Kundin', email: `${id}@kundin.example`, phone: '', note: '' }
	await client`select confirm_appointment(${id}, ${secret}, ${client.json(contact)})`
}

type Measure = { perSecond: number; cpuMilliseconds: number }

async function measure(work: (client: Sql) => Promise<unknown>): Promise<Measure> {
	const cpu = await database.cpuSeconds()
	const started = performance.now()
	let left = PER_ROUND
	const worker = async (): Promise<void> => {
		while (left-- > 0) await work(sql)
	}
	await Promise.all(Array.from({ length: CLIENTS }, worker))
	const seconds = (performance.now() - started) / 1000
	return { perSecond: PER_ROUND / seconds, cpuMilliseconds: (((await database.cpuSeconds()) - cpu) * 1000) / PER_ROUND }
}

const contenders = { 'bare insert (limit)': bareInsert, hold, 'hold and confirm': holdAndConfirm }
const results: Record<string, Measure[]> = {}
for (const work of Object.values(contenders)) await measure(work)
for (let round = 0; round < ROUNDS; round++) {
	for (const [name, work] of Object.entries(contenders)) (results[name] ??= []).push(await measure(work))
}
const of = (name: string, key: keyof Measure): number => median((results[name] ?? []).map((result) => result[key]))
console.log('                       per second  ratio   CPU ms each  ratio')
for (const name of Object.keys(contenders)) {
	const speed = of(name, 'perSecond')
	const cpu = of(name, 'cpuMilliseconds')
	const cells = [
		speed.toFixed(0),
		(speed / of('bare insert (limit)', 'perSecond')).toFixed(2),
		cpu.toFixed(2),
		(cpu / of('bare insert (limit)', 'cpuMilliseconds')).toFixed(1),
	]
	console.log(`${name.padEnd(22)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`)
}
await database.stop()
