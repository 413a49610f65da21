import { expect, test, vi } from 'vitest'
import { keptCounts } from './kept-counts.ts'

const counting = (total: number) => vi.fn<() => Promise<{ total: number }>>(async () => ({ total }))

test('large counts are kept for a minute, separately for each search', async () => {
	const owner = {}
	const count = counting(500)
	const ask = (city: number, now: number) => keptCounts(owner, { city }, count, now)
	expect(await ask(1, 0)).toEqual({ total: 500 })
	await ask(1, 59_999)
	expect(count).toHaveBeenCalledTimes(1)
	await ask(2, 0)
	expect(count).toHaveBeenCalledTimes(2)
	await ask(1, 60_000)
	expect(count).toHaveBeenCalledTimes(3)
	await keptCounts({}, { city: 1 }, count, 60_000)
	expect(count).toHaveBeenCalledTimes(4)
})

test('small counts are computed each time, but only once for simultaneous callers', async () => {
	const owner = {}
	const count = counting(3)
	await Promise.all([keptCounts(owner, {}, count, 0), keptCounts(owner, {}, count, 0)])
	expect(count).toHaveBeenCalledTimes(1)
	await keptCounts(owner, {}, count, 0)
	expect(count).toHaveBeenCalledTimes(2)
})

test('a failure is not kept', async () => {
	const owner = {}
	const failing = vi.fn<() => Promise<{ total: number }>>(() => Promise.reject(new Error('away')))
	await expect(keptCounts(owner, {}, failing, 0)).rejects.toThrow('away')
	expect(await keptCounts(owner, {}, counting(500), 0)).toEqual({ total: 500 })
})
