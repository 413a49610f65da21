import { giveBack } from './routes.ts'
import {
	DISPUTE_FEE,
	move,
	newId,
	pay,
	seconds,
	type Account,
	type Dispute,
	type Intent,
	type Payout,
	type State,
} from './state.ts'

/** What happens at Stripe without us: customers pay, banks dispute, money reaches the bank. */
export function desk(state: State, changed: (kind: string, account: Account, object: object) => void) {
	const sessionOf = (payment: string) => {
		for (const account of state.accounts.values()) {
			const session = account.sessions.findLast((one) => one.client_reference_id === payment)
			if (session) return { account, session }
		}
		throw new Error(`nothing was begun for ${payment}`)
	}
	const moneyOf = (payment: string): { account: Account; intent: Intent } => {
		const { account, session } = sessionOf(payment)
		if (!session.payment_intent) throw new Error('nobody has paid')
		return { account, intent: session.payment_intent }
	}
	return {
		sessionOf,
		payAs(payment: string) {
			const { account, session } = sessionOf(payment)
			pay(account, session)
			changed('checkout.session.completed', account, session)
		},
		refundAs(payment: string, amount: number) {
			const { account, intent } = moneyOf(payment)
			giveBack(account, intent, amount, {}, changed)
		},
		dispute(payment: string): Dispute {
			const { account, intent } = moneyOf(payment)
			const { amount } = intent
			const source = { id: newId('dp'), payment_intent: intent.id }
			const line = move(account, {
				amount: -amount,
				fee: DISPUTE_FEE,
				type: 'adjustment',
				reporting_category: 'dispute',
				source,
			})
			const made: Dispute = {
				...{ ...source, object: 'dispute', amount, status: 'needs_response', balance_transactions: [line] },
			}
			account.disputes.push(made)
			changed('charge.dispute.created', account, made)
			return made
		},
		decide(payment: string, status: 'won' | 'lost') {
			const { account, intent } = moneyOf(payment)
			const dispute = account.disputes.find((one) => one.payment_intent === intent.id)
			if (!dispute) throw new Error('nobody has disputed it')
			dispute.status = status
			if (status === 'won') {
				const source = { id: dispute.id, payment_intent: intent.id }
				const back = {
					amount: dispute.amount,
					fee: 0,
					type: 'adjustment',
					reporting_category: 'dispute_reversal',
				} as const
				dispute.balance_transactions.push(move(account, { ...back, source }))
			}
			changed('charge.dispute.closed', account, dispute)
		},
		/** Stripe takes something for the account itself. */
		charge(id: string, amount: number) {
			const account = accountOf(state, id)
			move(account, { amount: -amount, fee: 0, type: 'stripe_fee', reporting_category: 'fee', source: null })
		},
		/** Everything that lies there goes to the bank. */
		payOut(id: string): Payout {
			const account = accountOf(state, id)
			const open = account.lines.filter(({ payout }) => !payout)
			const amount = open.reduce((total, line) => total + line.amount - line.fee, 0)
			const payout: Payout = {
				...{ id: newId('po'), object: 'payout', amount, currency: 'eur', status: 'paid', automatic: true },
				...{ arrival_date: seconds(), created: seconds(), reconciliation_status: 'completed' },
			}
			const self = move(account, {
				amount: -amount,
				fee: 0,
				type: 'payout',
				reporting_category: 'payout',
				source: { id: payout.id },
			})
			for (const line of [...open, self]) line.payout = payout.id
			account.payouts.push(payout)
			changed('payout.paid', account, payout)
			return payout
		},
		failPayout(id: string) {
			const account = accountOf(state, id)
			const payout = account.payouts.at(-1)
			if (!payout) throw new Error('nothing was paid out')
			payout.status = 'failed'
			const source = { id: payout.id }
			move(account, {
				amount: payout.amount,
				fee: 0,
				type: 'payout_failure',
				reporting_category: 'payout_reversal',
				source,
			})
			changed('payout.failed', account, payout)
		},
	}
}

const accountOf = ({ accounts }: State, id: string): Account => {
	const account = accounts.get(id)
	if (!account) throw new Error(`there is no account ${id}`)
	return account
}
