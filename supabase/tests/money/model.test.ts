import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { at, codeOf } from '../booking/salon.ts'
import { runModel, steps } from './model.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon(4)
	await salon.sql`update public.locations set horizon_days = 365`
	await salon.sql`update public.payment_rules set late_percent = 40`
})
afterAll(() => salon.close())

test(
	'whatever happens in whatever order, the books are those of the provider',
	{ timeout: patience(60_000) },
	async () => {
		let slot = 0
		const nextStart = () => {
			const n = slot++
			return at(
				3 + Math.floor(n / 24),
				`${String(8 + Math.floor((n % 24) / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
			)
		}
		await fc.assert(
			fc.asyncProperty(steps(40), (list) => runModel(salon, list, nextStart)),
			runs(12),
		)
		expect(await salon.drift()).toEqual([])
	},
)

test('the check finds what does not fit', async () => {
	const { payment, id } = await salon.pay({ starts_at: at(2, '08:00') })
	// Only who may switch off triggers can do that.
	const without = (statement: string) =>
		salon.sql.begin(async (sql) => {
			await sql`set local session_replication_role = replica`
			await sql.unsafe(statement)
		})
	await without(`update public.payments set captured_cents = 800 where id = '${payment}'`)
	expect((await salon.drift()).map((one) => (one as { kind: string }).kind)).toEqual(['sums', 'unpaid'])
	await without(`update public.payments set captured_cents = 900 where id = '${payment}'`)
	await without(`update public.appointments set state = 'expired' where id = '${id}'`)
	expect(await salon.drift()).toEqual([{ kind: 'kept', payment_id: payment }])
	expect(await codeOf(salon.call(salon.user.owner, 'check_money'))).toMatch(/permission denied/)
})
