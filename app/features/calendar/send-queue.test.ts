import { expect, it } from 'vitest'
import { openSendQueue } from './send-queue.ts'

it('sends one at a time, only the last of several for the same item, and reports the end once', async () => {
	const sent: string[] = []
	let ends = 0
	const queue = openSendQueue<{ id: string; at: number }>(
		async ({ id, at }) => {
			sent.push(`${id}${at}`)
			await new Promise((resolve) => setTimeout(resolve, 5))
			sent.push(`${id}${at} answered`)
		},
		() => ends++,
	)
	const first = queue.add({ id: 'a', at: 1 })
	await queue.add({ id: 'a', at: 2 })
	await queue.add({ id: 'b', at: 1 })
	await queue.add({ id: 'a', at: 3 })
	expect([queue.holds('a'), queue.holds('c')]).toEqual([true, false])
	await first
	expect(sent).toEqual(['a1', 'a1 answered', 'b1', 'b1 answered', 'a3', 'a3 answered'])
	expect([ends, queue.holds('a')]).toEqual([1, false])
})
