import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { openBenchDatabase } from './database.ts'
import { spreadOf } from './percentiles.ts'
import { createRandom } from '#supabase/seeds/demo/random.ts'

// The list of customers of a company with 100,000 of them, requested by its manager: a part of a name, of a number or of an address, and
// the first pages in two orders; and the pairs that may be one person; then an import. CPU milliseconds of the server process (Linux), and elapsed. The bar for searching is a p95 of 50 ms. `npm
// run bench -- customers`.
const CUSTOMERS = 100_000
const ROUNDS = 60
const FIRST = [
	'Anna',
	'Mia',
	'Zoë',
	'Jonas',
	'Sandra',
	'Tarek',
	'Ulrike',
	'Melanie',
	'Björn',
	'Claudia',
	'Szymon',
	'Elif',
]
const LAST = ['Schulz', 'Hahn', 'Yılmaz', 'Böhm', 'El-Sayed', 'Kraus', 'Albrecht', 'Szymański', 'Winkler', 'Östermann']

const { sql, stop } = await openBenchDatabase(1)
const random = createRandom('customers')
try {
	const [company, manager] = [randomUUID(), randomUUID()]
	await sql`insert into companies (id, name, email) values (${company}, 'Prüfstand', 'pruefstand@firma.example')`
	await sql`insert into auth.users (id, email) values (${manager}, 'leitung@firma.example')`
	await sql`insert into members (company_id, user_id, role) values (${company}, ${manager}, 'manager')`
	await sql`insert into customers (company_id, name, email, phone, birthday)
		select ${company}, (${FIRST}::text[])[1 + n % ${FIRST.length}] || ' ' || (${LAST}::text[])[1 + (n / 7) % ${LAST.length}] || ' ' || substr(md5(n::text), 1, 4),
			'kundin' || n || '@post.example', '0171 ' || (3920000 + (n - case when n % 40 = 0 then 1 else 0 end) * 7), date '1950-01-01' + (n * 7919) % 20000 from generate_series(1, ${CUSTOMERS}) n`
	await sql`insert into customer_facts select id, company_id, 3, 0, 0, 9000, now(), now() - random() * interval '300 days', null from customers`
	const compared = performance.now()
	const compare = async () => (await sql<{ done: number }[]>`select compare_customers(1000) as done`)[0]?.done ?? 0
	while ((await compare()) > 0);
	console.log(`comparing all of them: ${((performance.now() - compared) / 1000).toFixed(0)} s`)
	await sql`vacuum analyze customers, customer_facts, internal.duplicate_pairs`
	await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: manager, role: 'authenticated' })}, false)`
	await sql`set role authenticated`
	const wishes: Record<string, () => { text?: string; sort?: string; page?: number }> = {
		'part of a name': () => ({ text: random.pick(LAST).slice(1, 5) + ' ' + random.pick(FIRST).slice(0, 3) }),
		'rare part of a name': () => ({ text: random.uuid().slice(0, 4) }),
		'one letter': () => ({ text: random.pick(LAST).slice(0, 1) }),
		'two letters': () => ({ text: random.pick(LAST).slice(0, 2) }),
		'part of a number': () => ({
			text: `0171 ${3_920_000 + random.between(1, CUSTOMERS) * 7}`.slice(0, random.between(8, 12)),
		}),
		'part of an address': () => ({ text: `kundin${random.between(1, CUSTOMERS)}@` }),
		'all, by name': () => ({ page: random.between(1, 5) }),
		'all, by last visit': () => ({ sort: '-last' }),
		duplicates: () => ({ page: random.between(1, 3) }),
	}
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	const cpu = async () => Number((await fs.readFile(`/proc/${row?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
	console.log(`ms, ${CUSTOMERS} customers${' '.repeat(12)}p50      p95   elapsed p95`)
	for (const [name, wish] of Object.entries(wishes)) {
		const [times, elapsed]: number[][] = [[], []]
		for (let round = 0; round < ROUNDS; round++) {
			const { text = '', sort = 'name', page = 1 } = wish()
			const [started, before] = [performance.now(), await cpu()]
			if (name === 'duplicates') await sql`select list_duplicates(${company}, ${page})`
			else await sql`select list_customers(${company}, ${text}, p_sort => ${sort}, p_page => ${page})`
			if (round < 10) continue
			elapsed?.push(performance.now() - started)
			times?.push((await cpu()) - before)
		}
		const figures = [spreadOf(times ?? []).p50, spreadOf(times ?? []).p95, spreadOf(elapsed ?? []).p95]
		console.log(name.padEnd(24), ...figures.map((ms) => ms.toFixed(1).padStart(8)))
	}
	// Beside these customers, as the server's job does it.
	await sql`reset role`
	const rows = Array.from({ length: 20_000 }, (_, n) => [
		`Neu ${n}`,
		`neu${n}@post.example`,
		`0160 ${2_000_000 + n}`,
		'1.2.1980',
	])
	const [begun] = await sql<
		{ id: string }[]
	>`select begin_import(${company}, 'kartei.csv', ${['Name', 'E-Mail', 'Telefon', 'Geburtstag']}) as id`
	const id = String(begun?.id)
	const seconds = async (work: () => Promise<unknown>) => {
		const started = performance.now()
		await work()
		return ((performance.now() - started) / 1000).toFixed(1)
	}
	const batches: number[] = []
	const advance = async () => {
		for (let done = 1; done > 0;) {
			const started = performance.now()
			done = (await sql<{ done: number }[]>`select advance_imports(200) as done`)[0]?.done ?? 0
			batches.push(performance.now() - started)
		}
	}
	const stored = await seconds(async () => {
		for (let n = 0; n < rows.length; n += 1000)
			await sql`select add_import_rows(${id}, ${n + 1}, ${sql.json(rows.slice(n, n + 1000))})`
	})
	await sql`select start_import(${id}, ${sql.json({ name: 0, email: 1, phone: 2, birthday: 3 })})`
	const made = await seconds(advance)
	await sql`select undo_import(${id})`
	const undone = await seconds(advance)
	console.log(
		`import of 20,000 rows: stored in ${stored} s, made in ${made} s, undone in ${undone} s; a batch of 200 at p95 ${spreadOf(batches).p95.toFixed(0)} ms`,
	)
} finally {
	await stop()
}
