import postgres from '#backend/postgres/driver.ts'
import { openSalon } from '../e2e/booking-salon.ts'
import setup from '../e2e/global-setup.ts'
import { insertOffer, insertWish } from '../e2e/wishes.ts'
import { spreadOf } from './percentiles.ts'

// A customer accepts one of five offers with three held times each: the booking, fourteen times let go and four rivals declined in one transaction, which
// waits for the disk. Then the page of the order, as its poll asks for it. Bar: 25 ms for the 95th percentile of accepting.
// `npm run bench -- offers`.
const ROUNDS = 60
const BAR_MS = 25

const stop = await setup()
const sql = postgres(String(process.env.E2E_DATABASE_URL), { max: 1, onnotice: () => undefined })
try {
	const salons = await Promise.all(Array.from({ length: 5 }, () => openSalon(sql)))
	const accepted: number[] = []
	const shown: number[] = []
	for (let round = 0; round < ROUNDS; round++) {
		const wish = await insertWish(sql, salons[0] as (typeof salons)[0])
		const offers: string[] = []
		for (const salon of salons)
			offers.push(await insertOffer(sql, salon, wish, { days: 3 + round, hours: [9, 11, 13] }))
		const ask = async (statement: string, values: string[]): Promise<number> => {
			const started = performance.now()
			await sql.unsafe(statement, values)
			return performance.now() - started
		}
		shown.push(await ask('select public.get_request($1, $2)', [wish.id, wish.secret]))
		const took = await ask('select public.accept_offer($1, $2, 2, $3, 4500)', [
			wish.id,
			String(offers[round % 5]),
			wish.secret,
		])
		if (round > 4) accepted.push(took)
	}
	const [accept, page] = [spreadOf(accepted), spreadOf(shown)]
	console.log('ms, p50 and p95')
	for (const [name, { p50, p95 }] of Object.entries({ accept, page }))
		console.log(`${name.padEnd(8)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}`)
	if (accept.p95 > BAR_MS) process.exitCode = 1
} finally {
	await sql.end({ timeout: 1 })
	await stop()
}
