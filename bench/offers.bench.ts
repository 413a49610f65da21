import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { openSalon, type Salon } from '../e2e/booking-salon.ts'
import setup from '../e2e/global-setup.ts'
import { insertWish } from '../e2e/wishes.ts'
import { actAs } from './company.ts'
import { backendCpu } from './measured-calls.ts'
import { spreadOf } from './percentiles.ts'
import { visitorHeaders } from './visitors.ts'

// Five businesses send an offer with three held times each, then the page of the order, then the customer accepts one of the five: the booking,
// fourteen times let go and four rivals declined in one transaction, which waits for the disk. Elapsed, and CPU of the server process (Linux).
// Bars for the 95th percentile, which the CPU is held to as other work makes elapsed times longer: 25 ms for accepting, 30 for sending.
// `npm run bench -- offers`.
const ROUNDS = 64
const WARM = 4
const BARS: Record<string, number> = { send: 30, accept: 25 }

type Times = Record<'elapsed' | 'cpu', number[]>
const times: Record<string, Times> = {}
const stop = await setup()
const sql = postgres(String(process.env.E2E_DATABASE_URL), { max: 1, onnotice: () => undefined })
try {
	const salons = await Promise.all(Array.from({ length: 5 }, () => openSalon(sql)))
	const managers = await Promise.all(salons.map((salon) => employ(sql, salon)))
	const [early] = await sql<{ hash: string }[]>`select (internal.current_text('early_start')).hash`
	const [cpu, newVisitor] = [await backendCpu(sql), await visitorHeaders(sql)]
	const ask = async <Row>(name: string, round: number, statement: string, values: unknown[]): Promise<Row> => {
		const [before, started] = [await cpu(), performance.now()]
		const [row] = await sql.unsafe(statement, values as string[])
		const elapsed = performance.now() - started
		if (round >= WARM) {
			const kept = (times[name] ??= { elapsed: [], cpu: [] })
			kept.elapsed.push(elapsed)
			kept.cpu.push((await cpu()) - before)
		}
		return row as Row
	}
	for (let round = 0; round < ROUNDS; round++) {
		const wish = await insertWish(sql, salons[0] as Salon)
		// No two rounds want the same hour.
		const day = new Date(Date.now() + (3 + (round % 16)) * 86_400_000).toISOString().slice(0, 10)
		const hours = [0, 1, 2].map((hour) => 8 + hour + 3 * Math.floor(round / 16))
		const starts = hours.map((hour) => `${day} ${String(hour).padStart(2, '0')}:00 Europe/Berlin`)
		const offers: string[] = []
		for (const [turn, salon] of salons.entries()) {
			await actAs(sql, String(managers[turn]))
			const sent = await ask<{ made: { id: string } }>(
				'send',
				round,
				'select public.send_offer($1, $2, array[$3::uuid], $4::text[]::timestamptz[], array[$5, $5, $5]::uuid[]) as made',
				[wish.id, salon.id, salon.cut, starts, salon.anna],
			)
			offers.push(sent.made.id)
		}
		await sql`select set_config('request.jwt.claims', '{"role": "anon"}', false), set_config('request.headers', ${newVisitor()}, false)`
		await sql`set role anon`
		await ask('page', round, 'select public.get_request($1, $2)', [wish.id, wish.secret])
		await ask('accept', round, 'select public.accept_offer($1, $2, 2, $3, 4500, p_early_start => $4)', [
			wish.id,
			offers[round % 5],
			wish.secret,
			String(early?.hash),
		])
		await sql`reset role`
	}
	console.log(`ms${' '.repeat(7)}CPU p50     p95   elapsed p50     p95`)
	for (const [name, { elapsed, cpu: used }] of Object.entries(times)) {
		const [one, other] = [spreadOf(used), spreadOf(elapsed)]
		const cells = [one.p50, one.p95].map((ms) => ms.toFixed(1).padStart(8))
		const late = [other.p50, other.p95].map((ms) => ms.toFixed(1).padStart(8))
		const over = one.p95 > (BARS[name] ?? Infinity)
		if (over) process.exitCode = 1
		console.log(`${name.padEnd(8)}${cells.join('')}      ${late.join('')}${over ? `  above ${BARS[name]}` : ''}`)
	}
} finally {
	await sql.end({ timeout: 1 })
	await stop()
}

/** A manager of the salon. */
async function employ(db: Sql, salon: Salon): Promise<string> {
	const id = randomUUID()
	await db`insert into auth.users (id, email) values (${id}, ${`${id}@example.org`})`
	await db`insert into members (company_id, user_id, role) select company_id, ${id}, 'manager' from locations where id = ${salon.id}`
	return id
}
