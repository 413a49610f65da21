import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertEmployee, insertService, openSalon, type Salon } from '../booking/salon.ts'
import type { MixOrder, MixResult } from './mix.ts'

// The promise of the index at every commit: it equals a fresh computation, whatever 32 clients do at once.
// `INDEX_OPERATIONS` makes a longer run; `npm run bench -- index-mix` does a long one through two whole servers.
const operations = Number(process.env.INDEX_OPERATIONS ?? 400)
const CLIENTS = 32

let salon: Salon
beforeEach(async () => {
	salon = await openSalon(4)
})
afterEach(() => salon.close())

test.each([
	['one process', 1],
	['two processes', 2],
])(
	'%s: no outdated row after a mix of all operations by 32 clients',
	{ timeout: 120_000 + operations * 50 },
	async (_, count) => {
		const { location, cut, colour, massage, nails, anna, ben } = salon.ids
		const team = [anna, ben]
		for (let index = 0; index < 6; index++)
			team.push(await insertEmployee(salon.sql, location, `E${index}`, 10 + index))
		const long = await insertService(salon.sql, location, 'Nachtwache', 600, 10_000, team)
		const services = [[cut], [cut], [nails], [long], [colour], [massage, nails], [cut, colour]]
		const orders = Array.from({ length: count }, (_each, index): MixOrder => ({
			...{ url: salon.url, ids: salon.ids, manager: salon.user.manager, team, services, agreed: salon.agreed },
			...{ clients: CLIENTS / count, operations: Math.ceil(operations / count), seed: 11 + 7 * count + index },
		}))
		const results = await Promise.all(orders.map(inProcess))
		expect(results.flatMap(({ strange }) => strange)).toEqual([])
		for (const { done } of results) expect(done).toBeGreaterThan(operations / count / 4)
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
		expect(await salon.overlaps()).toBe(0)
		const [row] = await salon.sql`select sum(booked)::integer as booked from internal.free_days`
		expect(row?.booked).toBeGreaterThan(0)
	},
)

async function inProcess(order: MixOrder): Promise<MixResult> {
	const child = fork(path.join(import.meta.dirname, 'mix-process.ts'))
	child.send(order)
	const failed = once(child, 'exit').then(([code]) =>
		Promise.reject(new Error(`A process of the mix ended with ${code}.`)),
	)
	failed.catch(() => undefined)
	const [result] = (await Promise.race([once(child, 'message'), failed])) as [MixResult]
	return result
}
