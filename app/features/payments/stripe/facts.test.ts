import { expect, it } from 'vitest'
import { factsOf, type Session } from './facts.ts'
import { kindOf } from './payouts.server.ts'

const open = { status: 'open', payment_status: 'unpaid', payment_intent: null } as const
const paid = (changes: object = {}, line: object = { fee: 43, currency: 'eur' }): Session =>
	({
		...{ status: 'complete', payment_status: 'paid' },
		payment_intent: {
			id: 'pi_1',
			status: 'succeeded',
			amount_received: 900,
			latest_charge: { balance_transaction: line },
			...changes,
		},
	}) as unknown as Session

it('a page that is open means nothing yet; one that is over has expired', () => {
	expect(factsOf(open)).toEqual({ captured: 0, refunded: 0, refunds: [] })
	expect(factsOf({ ...open, status: 'expired' })).toMatchObject({ state: 'expired' })
	expect(factsOf({ ...paid({ status: 'processing', amount_received: 0 }), payment_status: 'unpaid' })).toMatchObject({
		...{ state: 'processing', captured: 0, intent: 'pi_1' },
	})
})

it('fees count in euros only, and only what was really given back', () => {
	const refunds = [
		{ amount: 100, status: 'succeeded', metadata: { refund: 'a' } },
		{ amount: 200, status: 'pending', metadata: { refund: 'b' } },
		{ amount: 300, status: 'failed', metadata: { refund: 'c' } },
		{ amount: 50, status: 'succeeded', metadata: null },
	]
	expect(factsOf(paid(), refunds)).toEqual({
		...{ captured: 900, intent: 'pi_1', fee: 43, refunded: 150 },
		refunds: [
			{ id: 'a', state: 'done' },
			{ id: 'c', state: 'failed' },
		],
	})
	expect(factsOf(paid({}, { fee: 50, currency: 'chf' })).fee).toBeUndefined()
})

it('a dispute takes, brings back or loses; a question of the bank takes nothing', () => {
	const line = (amount: number, fee = 0) => ({ amount, fee, currency: 'eur' })
	const facts = factsOf(
		paid(),
		[],
		[
			{ status: 'won', balance_transactions: [line(-400, 2000), line(400)] },
			{ status: 'lost', balance_transactions: [line(-300, 2000)] },
			{ status: 'warning_needs_response', balance_transactions: [] },
		],
	)
	expect(facts).toMatchObject({ disputed: 700, dispute_won: 400, dispute_lost: 300, fee: 4043 })
})

it('lines of a payout are what bookkeeping calls them', () => {
	const categories = ['charge', 'refund', 'dispute', 'dispute_reversal', 'fee', 'payout_reversal', 'topup']
	expect(categories.map(kindOf)).toEqual(['payment', 'refund', 'dispute', 'dispute', 'fee', 'returned', 'other'])
})
