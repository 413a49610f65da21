import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { evenly, failEvenly } from './even-time.ts'

const STEP = 200
const took = async (work: () => Promise<unknown>): Promise<number> => {
	const start = performance.now()
	await work().catch(() => undefined)
	return performance.now() - start
}
const fails = async (): Promise<never> => {
	throw new Error('refused')
}

test('an answer comes at the end of a step, however short its work is, and also when the work fails', async () => {
	const works: (() => Promise<unknown>)[] = [async () => 1, () => wait(20), fails]
	for (const work of works) {
		expect(await took(() => evenly(STEP, work))).toBeGreaterThanOrEqual(STEP - 2)
	}
	expect(await took(() => evenly(STEP, () => wait(STEP + 20)))).toBeGreaterThanOrEqual(2 * STEP - 2)
})

test('failures wait for the end of a step, successes do not', async () => {
	expect(await took(() => failEvenly(STEP, fails))).toBeGreaterThanOrEqual(STEP - 2)
	expect(await failEvenly(STEP, async () => 'welcome')).toBe('welcome')
	expect(await took(() => failEvenly(10_000, async () => 'welcome'))).toBeLessThan(5_000)
})
