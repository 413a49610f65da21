import { afterEach, expect, it } from 'vitest'
import { createOutage, type Outage } from './outage.ts'

let outage: Outage | undefined
afterEach(() => outage?.stop())

function open(answers: () => boolean): { outage: Outage; logged: string[] } {
	const logged: string[] = []
	outage = createOutage(
		async () => answers(),
		(level) => logged.push(level),
	)
	return { outage, logged }
}

it('begins with the first answer that shows it and ends when the services answer again', async () => {
	let there = false
	const { outage, logged } = open(() => there)
	const began = performance.now()
	const ask = outage.noticing(async () => new Response(null, { status: there ? 200 : 503 }))
	expect([outage.on(), outage.since(began)]).toEqual([false, false])
	await ask('http://localhost')
	expect(outage.since(began)).toBe(true)
	await expect.poll(() => outage.on()).toBe(true)
	there = true
	await outage.over(10_000)
	const after = performance.now()
	expect([outage.on(), outage.since(began), outage.since(after)]).toEqual([false, true, false])
	expect(logged).toEqual(['error', 'info'])
})

it('begins when the services cannot be reached, and not for any other answer', async () => {
	const { outage } = open(() => false)
	for (const status of [200, 400, 404, 429, 500]) {
		await outage.noticing(async () => new Response(null, { status }))('http://localhost')
	}
	expect(outage.since(0)).toBe(false)
	const lost = outage.noticing(() => Promise.reject(new TypeError('fetch failed')))
	await expect(lost('http://localhost')).rejects.toThrow('fetch failed')
	await expect.poll(() => outage.on()).toBe(true)
})

it('does not begin with one answer of an overloaded service', async () => {
	const { outage, logged } = open(() => true)
	await outage.noticing(async () => new Response(null, { status: 503 }))('http://localhost')
	await outage.over(10_000)
	expect([outage.on(), logged]).toEqual([false, []])
})
