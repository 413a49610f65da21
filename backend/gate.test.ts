import { expect, test } from 'vitest'
import { type GateLimits, createGate } from './gate.ts'

const refuse = (): Error => Object.assign(new Error('too many wait'), { status: 503 })
const LIMITS: GateLimits = { running: 2, runningEach: 1, waiting: 5, waitingEach: 3, waitMs: 60_000, refuse }

test('addresses take turns, however many requests one has', async () => {
	const gate = createGate(LIMITS)
	const order: string[] = []
	const enter = async (address: string): Promise<void> => {
		const leave = await gate.enter(address)
		order.push(address)
		await Promise.resolve()
		leave()
	}
	const first = await gate.enter('loud')
	const calls = ['loud', 'loud', 'loud', 'quiet', 'other'].map(enter)
	// One of the two places is reserved for other addresses, so they need not wait for the busy one.
	expect(gate.counts()).toEqual({ running: 2, waiting: 4 })
	await calls[3]
	await calls[4]
	expect(order).toEqual(['quiet', 'other'])
	first()
	await Promise.all(calls)
	expect(order).toEqual(['quiet', 'other', 'loud', 'loud', 'loud'])
	expect(gate.counts()).toEqual({ running: 0, waiting: 0 })
})

test('an address that comes later is served between the requests of a waiting one', async () => {
	const gate = createGate({ ...LIMITS, running: 1 })
	const order: string[] = []
	const leave = await gate.enter('loud')
	const calls = ['loud', 'loud', 'quiet'].map(async (address) => {
		const left = await gate.enter(address)
		order.push(address)
		left()
	})
	leave()
	await Promise.all(calls)
	expect(order).toEqual(['loud', 'quiet', 'loud'])
})

const BUSY = { status: 503 }

test('a request that comes when too many wait is refused, and takes nobody else’s place', async () => {
	const gate = createGate(LIMITS)
	const running = await Promise.all(['a', 'b'].map((address) => gate.enter(address)))
	const waiting = ['a', 'a', 'a'].map((address) => gate.enter(address))
	await expect(gate.enter('a')).rejects.toMatchObject(BUSY)
	waiting.push(gate.enter('b'), gate.enter('c'))
	await expect(gate.enter('d')).rejects.toMatchObject(BUSY)
	expect(gate.counts()).toEqual({ running: 2, waiting: 5 })
	for (const leave of running) leave()
	// Leaving twice frees only one place.
	for (const leave of running) leave()
	await Promise.all(waiting.map(async (turn) => (await turn)()))
	expect(gate.counts()).toEqual({ running: 0, waiting: 0 })
})

test('nobody waits forever', async () => {
	const gate = createGate({ ...LIMITS, waitMs: 20 })
	const leave = await gate.enter('a')
	await expect(gate.enter('a')).rejects.toMatchObject(BUSY)
	expect(gate.counts()).toEqual({ running: 1, waiting: 0 })
	leave()
	;(await gate.enter('a'))()
})
