import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#backend/testing/property-runs.ts'
import { at } from '../booking/salon.ts'
import { openStripeSalon, type StripeSalon } from './stripe-world.ts'

const KILLS = 20
const REFUNDS = 'POST /v1/refunds'

let salon: StripeSalon
let worker: ChildProcess | undefined
beforeAll(async () => {
	salon = await openStripeSalon()
})
afterAll(async () => {
	worker?.kill('SIGKILL')
	await salon.close()
})

async function startWorker(): Promise<ChildProcess> {
	const file = path.join(import.meta.dirname, 'stripe-worker.ts')
	const child = fork(file, [salon.url, salon.fake.base], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
	worker = child
	await once(child, 'message')
	return child
}

test(
	'killed twenty times between the effect at Stripe and our own note of it, every refund is made once',
	async () => {
		const payments: string[] = []
		for (const time of ['08:00', '09:00', '10:00', '11:00'])
			payments.push((await salon.paidFor({ starts_at: at(3, time) })).payment)
		for (let n = 0; n < KILLS; n++) {
			const payment = payments[n % payments.length]
			await salon.call(salon.user.manager, 'refund_payment', {
				payment,
				key: crypto.randomUUID(),
				amount_cents: 40 + n,
			})
		}
		let kills = 0
		for (; kills < KILLS; kills++) {
			const child = await startWorker()
			const exited = once(child, 'exit')
			// The refund is made at Stripe, and its answer never arrives.
			salon.fake.whenDone((route) => {
				if (route === REFUNDS) child.kill('SIGKILL')
				return route === REFUNDS
			})
			await exited
			// Leases of the dead end.
			await salon.sql`update public.payment_commands set lease_until = now(), next_attempt_at = now() where state = 'waiting'`
		}
		salon.fake.whenDone(() => false)
		expect(salon.fake.effects(REFUNDS)).toBe(KILLS)
		await salon.work()
		expect(salon.fake.effects(REFUNDS)).toBe(KILLS)
		for (const payment of payments) {
			const { account, session } = salon.fake.sessionOf(payment)
			const theirs = account.refunds.filter(({ payment_intent: intent }) => intent === session.payment_intent?.id)
			const refunded_cents = theirs.reduce((total, { amount }) => total + amount, 0)
			expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents })
		}
		const [asked] =
			await salon.sql`select sum(amount_cents)::integer as cents, count(*) filter (where state = 'done')::integer as done from public.refunds`
		const [done] = await salon.sql`select sum(refunded_cents)::integer as cents from public.payments`
		expect(asked).toEqual({ cents: done?.cents, done: KILLS })
		expect(await salon.drift()).toEqual([])
	},
	patience(240_000),
)
