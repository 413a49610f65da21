import { expect, it } from 'vitest'
import type { Command } from './payments.contracts.ts'
import { carryOut } from './payments.server.ts'
import type { Provider } from './port.ts'
import { factsOf } from './test-provider.server.ts'

const payment = {
	...{ id: 'p', provider: 'test' as const, ref: 'r', account_ref: 'a', amount_cents: 900, description: 'Anzahlung' },
	...{ test: true, appointment_id: null, created_at: '2026-11-27T10:00:00Z' },
}
const command = (changes: Partial<Command>): Command => ({
	...{ id: 'c', lease: 'l', kind: 'read', attempts: 1, read_first: false, payment, refund: null },
	...changes,
})
const provider = (changes: Partial<Provider>): Provider => {
	const done = async () => ({ outcome: 'done' as const })
	return { start: done, read: done, expire: done, refund: done, ...changes }
}

it('asks for a refund with the id of its command', async () => {
	const asked: unknown[] = []
	const refund: Provider['refund'] = async (...given) => {
		asked.push(...given)
		return { outcome: 'done' }
	}
	await carryOut(command({ kind: 'refund', refund: { id: 'x', amount_cents: 200 } }), () => provider({ refund }))
	expect(asked).toEqual([payment, { key: 'c', cents: 200, row: 'x', again: false }])
})

it('takes what breaks for unknown, because it may have happened', async () => {
	const read = () => Promise.reject(new Error('connection lost'))
	expect(await carryOut(command({}), () => provider({ read }))).toEqual({
		outcome: 'unknown',
		error: 'Error: connection lost',
	})
})

it('learns by the same question what a payment is called whose start was not answered', async () => {
	const start = async () => ({ outcome: 'needs_customer' as const, ref: 'found' })
	const expire: Provider['expire'] = async ({ ref }) => ({ outcome: 'done', ref })
	const lost = command({ kind: 'expire', payment: { ...payment, ref: '' } })
	expect(await carryOut(lost, () => provider({ start, expire }))).toEqual({ outcome: 'done', ref: 'found' })
	expect(await carryOut(lost, () => provider({}))).toEqual({ outcome: 'done' })
})

it('says nothing of a state that means nothing new', () => {
	const one = {
		...{ ref: 'r', payment_id: 'p', appointment_id: null, description: '', business: '', amount_cents: 900 },
		...{ captured_cents: 0, refunded_cents: 0 },
	}
	expect(factsOf({ ...one, state: 'open' })).toEqual({ captured: 0, refunded: 0 })
	expect(factsOf({ ...one, state: 'asking' })).toMatchObject({ state: 'processing' })
	expect(factsOf({ ...one, state: 'declined' })).toMatchObject({ state: 'failed' })
})
