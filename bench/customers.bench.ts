import { randomUUID } from 'node:crypto'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { actAs, FIRST, LAST, openBenchCompany, phoneOf } from './company.ts'
import { openBenchDatabase } from './database.ts'
import { backendCpu, measureCalls } from './measured-calls.ts'
import { spreadOf } from './percentiles.ts'

// The list of customers of a company with 100,000 of them and 500,000 appointments, requested by its manager: a part of a name, of a number or
// of an address, each filter, and the first pages in some orders; the pairs that may be one person; two files with 300 bookings each that become
// one and are parted again; then an import. CPU milliseconds of the server process (Linux), and elapsed. The bar for lists is a p95 of 50 ms.
// `npm run bench -- customers`.
const WISH = { customers: 100_000, appointments: 500_000, perDay: 300, ahead: 66 }
const BAR = 50
const MERGES = 10
const BOOKINGS = 300

const { sql, stop } = await openBenchDatabase(1)
const random = createRandom('customers')
try {
	const manager = randomUUID()
	await sql`insert into auth.users (id, email) values (${manager}, 'leitung@firma.example')`
	const seconds = async (work: () => Promise<unknown>) => {
		const started = performance.now()
		await work()
		return ((performance.now() - started) / 1000).toFixed(1)
	}
	let company = ''
	const filled = await seconds(async () => ({ company } = await openBenchCompany(sql, manager, WISH)))
	const compare = async () => (await sql<{ done: number }[]>`select compare_customers(1000) as done`)[0]?.done ?? 0
	const compared = await seconds(async () => {
		while ((await compare()) > 0);
	})
	console.log(`stored in ${filled} s; comparing all customers: ${compared} s`)
	await sql`vacuum analyze customers, customer_facts, appointments, appointment_lines, internal.duplicate_pairs`
	await actAs(sql, manager)
	const list = async (wish: {
		text?: string
		tag?: string
		only?: string
		sort?: string
		page?: number
		spent?: number
	}) =>
		sql`select list_customers(${company}, ${wish.text ?? ''}, p_tag => ${wish.tag ?? null}, p_only => ${wish.only ?? null},
			p_sort => ${wish.sort ?? 'name'}, p_page => ${wish.page ?? 1}, p_spent => ${wish.spent ?? null})`
	const anyone = () => random.between(1, WISH.customers)
	const cpu = await backendCpu(sql)
	await measureCalls(
		`${WISH.customers} customers`,
		{
			'part of a name': () => list({ text: random.pick(LAST).slice(1, 5) + ' ' + random.pick(FIRST).slice(0, 3) }),
			'rare part of a name': () => list({ text: random.uuid().slice(0, 4) }),
			'one letter': () => list({ text: random.pick(LAST).slice(0, 1) }),
			'two letters': () => list({ text: random.pick(LAST).slice(0, 2) }),
			'part of a number': () => list({ text: phoneOf(anyone()).slice(0, random.between(8, 12)) }),
			'end of a number': () => list({ text: phoneOf(anyone()).slice(-random.between(4, 6)) }),
			'part of an address': () => list({ text: `kundin${anyone()}@` }),
			'with an appointment': () => list({ only: 'coming' }),
			'never here': () => list({ only: 'new' }),
			'not for half a year': () => list({ only: 'away' }),
			'did not come once': () => list({ only: 'missed' }),
			'birthday soon': () => list({ only: 'birthday', sort: 'birthday' }),
			blocked: () => list({ only: 'blocked' }),
			'tag of 10 %': () => list({ tag: 'Stamm' }),
			'tag of 1 %': () => list({ tag: 'Farbe' }),
			'from 250 euros': () => list({ spent: 25_000 }),
			'number and a filter': () => list({ text: phoneOf(anyone()).slice(0, 9), only: 'coming' }),
			'all, by name': () => list({ page: random.between(1, 5) }),
			'all, by last visit': () => list({ sort: '-last' }),
			duplicates: () => sql`select list_duplicates(${company}, ${random.between(1, 3)})`,
		},
		cpu,
		BAR,
	)
	await sql`reset role`
	const pair = ['kundin3@post.example', 'kundin5@post.example']
	const [one = '', other = ''] = (
		await sql<
			{ id: string }[]
		>`select id from customers where company_id = ${company} and email::text = any(${pair}::text[])`
	).map(({ id }) => id)
	await sql`update appointments set customer_id = case when turn % 2 = 0 then ${one}::uuid else ${other}::uuid end
		from (select id, row_number() over (order by starts_at desc) as turn from appointments order by starts_at desc limit ${2 * BOOKINGS}) chosen
		where appointments.id = chosen.id`
	await actAs(sql, manager)
	const times = { merged: [] as number[], parted: [] as number[], cpu: [] as number[] }
	for (let turn = 0; turn < MERGES; turn++) {
		const [kept, gone] = turn % 2 === 0 ? [one, other] : [other, one]
		const [before, started] = [await cpu(), performance.now()]
		const [made] = await sql<{ id: string }[]>`select merge_customers(${company}, ${kept}, ${gone}) as id`
		const between = performance.now()
		await sql`select undo_merge(${company}, ${made?.id ?? ''})`
		times.merged.push(between - started)
		times.parted.push(performance.now() - between)
		times.cpu.push((await cpu()) - before)
	}
	const shown = ({ p50 }: { p50: number }, all: number[]) =>
		`${p50.toFixed(0)} ms (at most ${Math.max(...all).toFixed(0)})`
	console.log(
		`two files with ${BOOKINGS} bookings each: merged in ${shown(spreadOf(times.merged), times.merged)}, parted in ${shown(spreadOf(times.parted), times.parted)}; CPU of both ${shown(spreadOf(times.cpu), times.cpu)}`,
	)
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
