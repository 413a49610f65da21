import { createClient } from '@supabase/supabase-js'
import { NO_SOCKET, openBenchBackend } from './backend.ts'
import { median, openBenchDatabase } from './database.ts'

// A select by primary key through the official client, in one process: requests per CPU second of this process (client and service
// together), and with PostgreSQL's CPU added. Rounds alternate between the numbers of parallel requests. The bar applies to many at
// a time, because a single one has to wake up at every answer of the database.
const BAR = 2_500
const ROUNDS = 9
const PER_ROUND = 2_000
const WIDTHS = [1, 16]
const ROWS = 1_000

const database = await openBenchDatabase(4)
await database.sql.unsafe(`
	create table bench_rows (id int primary key, name text not null, note text);
	insert into bench_rows select n, 'name ' || n, 'note ' || n from generate_series(1, ${ROWS}) n;
	alter table bench_rows enable row level security;
	create policy readable on bench_rows for select to anon using (true);
	grant select on bench_rows to anon;
	analyze bench_rows`)
const services = await openBenchBackend(database.url, NO_SOCKET, 16)
const { backend, keys } = services
const client = createClient(NO_SOCKET, keys.publishable, {
	global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
	auth: { persistSession: false, autoRefreshToken: false },
})

async function select(id: number): Promise<void> {
	const { data, error } = await client.from('bench_rows').select('id, name, note').eq('id', id).single()
	if (error || data?.id !== id) throw new Error(`wrong answer for ${id}: ${JSON.stringify(error ?? data)}`)
}

type Measure = { own: number; all: number; perSecond: number }

async function measure(width: number): Promise<Measure> {
	const databaseCpu = await database.cpuSeconds()
	const cpu = process.cpuUsage()
	const started = performance.now()
	let left = PER_ROUND
	const worker = async (): Promise<void> => {
		while (left-- > 0) await select((left % ROWS) + 1)
	}
	await Promise.all(Array.from({ length: width }, worker))
	const seconds = (performance.now() - started) / 1000
	const { user, system } = process.cpuUsage(cpu)
	const own = (user + system) / 1e6
	const all = own + (await database.cpuSeconds()) - databaseCpu
	return { own: PER_ROUND / own, all: PER_ROUND / all, perSecond: PER_ROUND / seconds }
}

const results = new Map<number, Measure[]>(WIDTHS.map((width) => [width, []]))
for (const width of WIDTHS) await measure(width)
for (let round = 0; round < ROUNDS; round++) {
	for (const [width, measures] of results) measures.push(await measure(width))
}
console.log('requests per CPU second of this process, with PostgreSQL, requests per second (medians), at a time')
for (const [width, measures] of results) {
	const [own, all, perSecond] = (['own', 'all', 'perSecond'] as const).map((key) =>
		Math.round(median(measures.map((measure) => measure[key]))),
	)
	const below = width > 1 && (own ?? 0) < BAR
	if (below) process.exitCode = 1
	console.log(`${own}\t${all}\t${perSecond}\t${width}${below ? `\tbelow the bar of ${BAR}` : ''}`)
}
await services.close()
await database.stop()
