import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { createBookableLocation } from '#supabase/tests/reliability/bookable-location.ts'
import { median, openBenchDatabase } from './database.ts'
import { visitorHeaders } from './visitors.ts'

// Holding and confirming, compared with a bare insert with a unique index, for 8 clients in alternating rounds; then 32 clients
// that want one slot, compared with 32 that insert one key. CPU is that of all PostgreSQL processes, including the upkeep of the
// index of free time. "Counted" calls are visitors, each from a different address, to whom the limits on holds apply; the server's
// own connection is not counted.
const CLIENTS = 8
const CROWD = 32
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

const visitors = postgres(database.url, { max: CLIENTS, onnotice: () => undefined, connection: { role: 'anon' } })
const newVisitor = await visitorHeaders(sql)
/** The headers of a call: those of the server itself, or of a visitor not seen before. */
const headersOf = (client: Sql): string => (client === sql ? '{}' : newVisitor())

// Made in advance, because a browser's cookie costs the database nothing.
const secrets = Array.from({ length: 6 * (ROUNDS + 2) * PER_ROUND }, () => {
	const secret = randomUUID()
	return { secret, hash: createHash('sha256').update(secret).digest('hex') }
})
const nextSecret = (): { secret: string; hash: string } => secrets.pop() ?? { secret: '', hash: '' }

async function hold(client: Sql): Promise<{ id: string; secret: string }> {
	const { secret, hash } = nextSecret()
	const [row] =
		await client`select set_config('request.headers', ${headersOf(client)}, false), hold_appointment(${place.location}, ${[place.service]}::uuid[], ${nextStart()}, null, ${hash}) as held`
	if (!row) throw new Error('hold_appointment answered nothing')
	return { id: row.held.id, secret }
}

async function holdAndConfirm(client: Sql): Promise<void> {
	const { id, secret } = await hold(client)
	const contact = { name: 'Kundin', email: `${id}@kundin.example`, phone: '', note: '' }
	await client`select confirm_appointment(${id}, ${secret}, ${client.json(contact)}, p_early_start => ${place.agreed})`
}

type Measure = { perSecond: number; cpuMilliseconds: number }

async function measure(work: (client: Sql) => PromiseLike<unknown>, clients = CLIENTS): Promise<Measure> {
	const cpu = await database.cpuSeconds()
	const started = performance.now()
	let left = PER_ROUND
	const worker = async (): Promise<void> => {
		while (left-- > 0) await work(sql)
	}
	await Promise.all(Array.from({ length: clients }, worker))
	const seconds = (performance.now() - started) / 1000
	return { perSecond: PER_ROUND / seconds, cpuMilliseconds: (((await database.cpuSeconds()) - cpu) * 1000) / PER_ROUND }
}

const contenders = {
	'bare insert (limit)': bareInsert,
	hold,
	'hold and confirm': holdAndConfirm,
	'hold, counted': () => hold(visitors),
	'and confirm, counted': () => holdAndConfirm(visitors),
}
const results: Record<string, Measure[]> = {}
for (const work of Object.values(contenders)) await measure(work)
// As autovacuum does in production; otherwise plans made for empty tables would be measured.
await sql`analyze`
for (let round = 0; round < ROUNDS; round++) {
	for (const [name, work] of Object.entries(contenders)) (results[name] ??= []).push(await measure(work))
}
console.log('                       per second  ratio   CPU ms each  ratio')
for (const [name, rounds] of Object.entries(results)) print(name, rounds, results['bare insert (limit)'] ?? [])

// Each round wants a different slot: one client gets it, all others get a clean answer. The connections have been used before, as on
// a server.
const bare = postgres(database.url, { max: CROWD, onnotice: () => undefined })
const crowd = postgres(database.url, { max: CROWD, onnotice: () => undefined, connection: { role: 'anon' } })
const answers = new Map<string, number>()
const refused: Record<string, Measure[]> = { 'bare insert, one key': [], 'hold, one slot': [] }
for (let round = -1; round < ROUNDS; round++) {
	const start = nextStart()
	if (round < 0) {
		await measure(() => bare`insert into bare values (${employee}, ${start}, 'x') on conflict do nothing`, CROWD)
		await measure(() => holdOne(start), CROWD)
		answers.clear()
		continue
	}
	refused['bare insert, one key']?.push(
		await measure(() => bare`insert into bare values (${employee}, ${start}, 'x') on conflict do nothing`, CROWD),
	)
	refused['hold, one slot']?.push(await measure(() => holdOne(start), CROWD))
}
const [winners] = await sql<{ held: number }[]>`select count(*)::integer as held from holds
	where starts_at >= ${new Date(first + (next - ROUNDS) * 15 * 60_000).toISOString()}`
console.log('\n                       per second  ratio   CPU ms each  ratio')
for (const [name, rounds] of Object.entries(refused)) print(name, rounds, refused['bare insert, one key'] ?? [])
console.log(`${winners?.held} winners of ${ROUNDS} slots; answers: ${JSON.stringify(Object.fromEntries(answers))}`)
await Promise.all([bare, crowd, visitors].map((client) => client.end({ timeout: 1 })))
await database.stop()

async function holdOne(start: string): Promise<void> {
	const { hash } = nextSecret()
	const answer =
		await crowd`select set_config('request.headers', ${headersOf(crowd)}, false), hold_appointment(${place.location}, ${[place.service]}::uuid[], ${start}, ${employee}, ${hash}) as held`.then(
			([row]) => (row?.held.id ? 'held' : row?.held.message),
			(error: Error) => error.message,
		)
	answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

function print(name: string, rounds: Measure[], limit: Measure[]): void {
	const of = (list: Measure[], key: keyof Measure): number => median(list.map((result) => result[key]))
	const [speed, cpu] = [of(rounds, 'perSecond'), of(rounds, 'cpuMilliseconds')]
	const cells = [
		speed.toFixed(0),
		(speed / of(limit, 'perSecond')).toFixed(2),
		cpu.toFixed(2),
		(cpu / of(limit, 'cpuMilliseconds')).toFixed(1),
	]
	console.log(`${name.padEnd(22)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`)
}
